export const PAYMENT_PASSWORD_DIGITS = 6;

/**
 * Whether a payment password would be among the first that a thief tries: one digit, a run up or down, a block repeated,
 * pairs, or a mirror image.
 */
export function isWeakPaymentPassword(password: string): boolean {
  const digits = [...password].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  if (steps.every((step) => step === steps[0] && (step === 0 || step === 1 || step === 9))) return true;
  if (/^(\d{1,3})\1+$/.test(password)) return true;
  if (/^(\d)\1(\d)\2(\d)\3$/.test(password)) return true;
  return password === [...password].reverse().join('');
}

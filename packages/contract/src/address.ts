/**
 * The address at which a merchant receives from other merchants: its merchant id with two check digits, so that
 * a mistyped one is caught before it is looked up. Check digits are ISO 7064 MOD 97-10 over the digits, as in IBAN.
 */
export function merchantAddress(merchantId: number): string {
  const check = 98n - ((BigInt(merchantId) * 100n) % 97n);
  return `PM${merchantId}${check.toString().padStart(2, '0')}`;
}

/** The merchant id inside an address, or undefined when the text is no valid address. */
export function merchantIdOfAddress(address: string): number | undefined {
  const digits = /^PM(\d{3,18})$/.exec(address.trim().toUpperCase())?.[1];
  if (digits === undefined || BigInt(digits) % 97n !== 1n) return undefined;
  return Number(digits.slice(0, -2));
}

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
  const text = address.trim().toUpperCase();
  const merchantId = Number(/^PM(\d{1,16})\d{2}$/.exec(text)?.[1]);
  // Made again from its merchant, so that each merchant has one address and no other text that adds up.
  return Number.isSafeInteger(merchantId) && merchantAddress(merchantId) === text ? merchantId : undefined;
}

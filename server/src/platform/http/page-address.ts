/**
 * Whether a payer's browser may be sent there: the address of a web page, nothing that runs, and no user name in it, behind which the
 * real host would go unseen (`https://bank.example@evil.example`).
 */
export function isPageAddress(text: string): boolean {
  const address = URL.parse(text);
  return address !== null && /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}

/** The page of deposits with what is chosen on it, and the way back to where the payer came from. */
export function depositAddress(chosen: Readonly<Record<string, string>>, next: string): string {
  return `/wallet/usdt-recharge?${new URLSearchParams({ ...chosen, ...(next !== '/wallet' && { next }) }).toString()}`;
}

/** Groups the whole digits of an unsigned decimal string by thousands: "1234567.50" -> "1,234,567.50". */
export function groupDigits(amount: string, decimals?: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const shown = decimals === undefined ? fraction : fraction.slice(0, decimals).padEnd(decimals, '0');
  return shown === '' ? grouped : `${grouped}.${shown}`;
}

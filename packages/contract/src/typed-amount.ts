/**
 * An amount as payers type it, as calls take it. A comma, which some keyboards have in place of the point, stands for the point where it can mean nothing else:
 * `12,5` is 12.5 and `1.234,50` is 1234.50, while `1,234` stays as it is, because some read it as twelve hundred and others as one and a bit.
 */
export function typedAmount(text: string): string {
  const trimmed = text.trim();
  const [, whole, fraction] = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{4,})$/.exec(trimmed) ?? [];
  return whole === undefined ? trimmed : `${whole.replaceAll('.', '')}.${fraction}`;
}

/** Whole digits, bare or in groups, then the fraction: `[grouped by, whole, fraction]`. */
const FORMS = [
  // A comma for the point, as some keyboards have it; three digits after it may be thousands.
  ['.', /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{4,})$/],
  // As pages write amounts in English and Chinese.
  [',', /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/],
  // Two groups and more can be no fraction.
  [',', /^(\d{1,3}(?:,\d{3}){2,})$/],
  ['.', /^(\d{1,3}(?:\.\d{3}){2,})$/],
] as const;

/**
 * An amount as payers type it, as calls take it. Commas and points group and divide where they can mean one thing only: `12,5` is 12.5, `1.234,50` and
 * `1,234.50` are 1234.50, while `1,234` stays as it is, because some read it as twelve hundred and others as one and a bit. Digits of full width, as
 * Chinese keyboards write them, are digits.
 */
export function typedAmount(text: string): string {
  const typed = text.normalize('NFKC').trim();
  for (const [group, form] of FORMS) {
    const [, whole, fraction] = form.exec(typed) ?? [];
    if (whole !== undefined) return whole.replaceAll(group, '') + (fraction === undefined ? '' : `.${fraction}`);
  }
  return typed;
}

/**
 * Whether an amount of a coin may be meant as thousands: of a coin with two places `25.000` has a place too many, and is twenty-five thousand where points
 * group.
 */
export function mayBeThousands(typed: string, decimals: number): boolean {
  return decimals < 3 && /^[1-9]\d{0,2}\.\d{3}$/.test(typed);
}

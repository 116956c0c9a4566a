import { type AmountProblem, parseAmount } from './money.ts';

/** Whole digits, bare or in groups, then the fraction: `[grouped by, whole, fraction]`. */
const FORMS = [
  // A comma for the point, as some keyboards have it; three digits after it may be thousands, unless something else says that they are not.
  ['.', /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2}|\d{4,})$/],
  ['.', /^(0|\d{4,}|\d{1,3}(?:\.\d{3})+),(\d{3})$/],
  // As pages write amounts in English and Chinese.
  [',', /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/],
  // Two groups and more can be no fraction.
  [',', /^(\d{1,3}(?:,\d{3}){2,})$/],
  ['.', /^(\d{1,3}(?:\.\d{3}){2,})$/],
  // Spaces group and never divide.
  [' ', /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/],
] as const;

/**
 * An amount of a coin as payers type it, as calls take it. Commas and points group and divide where they can mean one thing only: `12,5` is 12.5,
 * `1.234,50` and `1,234.50` are 1234.50, while `1,234` stays as it is, because some read it as twelve hundred and others as one and a bit. Digits and the
 * full stop of Chinese keyboards count as digits and point. The coin may stand before or after it, as pages write it; another coin or a currency's sign
 * stays, because it may be meant.
 */
export function typedAmount(text: string, coin?: string): string {
  const typed = wholeAmount(withoutCoin(text.normalize('NFKC').replaceAll('\u3002', '.').trim(), coin));
  for (const [group, form] of FORMS) {
    const [, whole, fraction] = form.exec(typed) ?? [];
    if (whole !== undefined) return whole.replaceAll(group, '') + (fraction === undefined ? '' : `.${fraction}`);
  }
  return typed;
}

/** As keypads let it be typed: `.5` is 0.5, `12.` is 12. */
function wholeAmount(typed: string): string {
  return typed.replace(/^(?=[.,]\d+$)/, '0').replace(/(?<=^\d+)[.,]$/, '');
}

function withoutCoin(typed: string, coin: string | undefined): string {
  if (coin === undefined || coin === '') return typed;
  if (typed.toUpperCase().endsWith(coin)) return typed.slice(0, -coin.length).trimEnd();
  return typed.toUpperCase().startsWith(coin) ? typed.slice(coin.length).trimStart() : typed;
}

/** `unclear`: it may be meant in two ways. */
export type TypedProblem = AmountProblem | 'unclear';

/** Reads what `typedAmount` took for an amount of a coin with so many places, in minor units. */
export function readTyped(typed: string, decimals: number): bigint | TypedProblem {
  return mayBeThousands(typed, decimals) ? 'unclear' : parseAmount(typed, decimals);
}

/** The two ways in which an amount that is unclear may be meant, as each would be typed; none has more places than the coin. */
export function readings(typed: string, decimals: number): { readonly thousands: string; readonly units: string } {
  const [whole = '', fraction = ''] = typed.split(/[.,]/);
  return { thousands: whole + fraction, units: `${whole}.${fraction.slice(0, decimals)}`.replace(/\.?0*$/, '') };
}

/**
 * Whether an amount of a coin may be meant as thousands: of a coin with two places `25.000` has a place too many, and is twenty-five thousand where points
 * group. With a comma it may be so of every coin: of one with as many places, `25.000` is what it says and `25,000` is not.
 */
function mayBeThousands(typed: string, decimals: number): boolean {
  return (decimals < 3 ? /^[1-9]\d{0,2}[.,]\d{3}$/ : /^[1-9]\d{0,2},\d{3}$/).test(typed);
}

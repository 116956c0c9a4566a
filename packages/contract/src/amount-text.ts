import type { Language } from './language.ts';

/** Who reads an amount. */
export interface AmountReader {
  readonly language: Language;
  /** Tokens of currencies without a smaller unit. */
  readonly wholeCoins: readonly string[];
}

/**
 * "1234567.50" as the reader writes it: 1,234,567.50, in Vietnamese 1.234.567,50. Exact text work, for money never
 * passes through a float. Where a currency has no coins below its unit, as the dong, a Vietnamese reader sees its token without ",00".
 */
export function amountText(amount: string, coin: string, { language, wholeCoins }: AmountReader): string {
  const isWhole = language === 'vi' && wholeCoins.includes(coin);
  return decimalText(isWhole ? amount.replace(/\.0*$/, '') : amount, { language });
}

/** A decimal that is no amount of a coin, such as a rate or a percentage, as the reader writes it; exact, with the places it has. */
export function decimalText(decimal: string, { language }: Pick<AmountReader, 'language'>): string {
  const [whole = '', fraction] = decimal.replace('-', '\u2212').split('.');
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

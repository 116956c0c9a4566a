import { amountText, type AmountReader } from '@purser/contract/amount-text';
import type { Refusal } from './refusal.ts';

const BETWEEN_AMOUNTS = ', ';

/** Whoever reads a console: those group digits alike in every language. */
export const CONSOLE_READER: AmountReader = { language: 'en', wholeCoins: [] };

/** What a refusal's text is made with, its amounts as their reader writes them. */
export function amountsWritten(values: Refusal['values'], reader: AmountReader): Refusal['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? written(value, reader) : value]),
  );
}

/** "100000.00 VNDP", several of them or a bare "25400.00" as the reader writes amounts; anything else as it is. */
function written(text: string, reader: AmountReader): string {
  const one = (amounts: string): string => {
    const [, amount, unit = ''] = /^(\d+\.\d+)( \w+)?$/.exec(amounts) ?? [];
    return amount === undefined ? amounts : amountText(amount, unit.trim(), reader) + unit;
  };
  return text.split(BETWEEN_AMOUNTS).map(one).join(BETWEEN_AMOUNTS);
}

import { amountText, type AmountReader } from '@purser/contract/amount-text';
import type { Refusal } from './refusal.ts';

const BETWEEN_AMOUNTS = ', ';

/** Whoever reads a console: those group digits alike in every language. */
export const CONSOLE_READER: AmountReader = { language: 'en', wholeCoins: [] };

/** What a refusal's text is made with: its times as people write them, and, where somebody reads it, its amounts as their reader does. */
export function valuesWritten(values: Refusal['values'], reader?: AmountReader): Refusal['values'] {
  const writtenOf = (text: string): string => timeWritten(text) ?? (reader ? written(text, reader) : text);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? writtenOf(value) : value]));
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/;

/** An instant, as answers have it, as text; undefined for anything else. */
function timeWritten(text: string): string | undefined {
  const [, day, time] = INSTANT.exec(text) ?? [];
  return day === undefined ? undefined : `${day} ${time} UTC`;
}

/** "100000.00 VNDP", several of them or a bare "25400.00" as the reader writes amounts; anything else as it is. */
function written(text: string, reader: AmountReader): string {
  const one = (amounts: string): string => {
    const [, amount, unit = ''] = /^(\d+\.\d+)( \w+)?$/.exec(amounts) ?? [];
    return amount === undefined ? amounts : amountText(amount, unit.trim(), reader) + unit;
  };
  return text.split(BETWEEN_AMOUNTS).map(one).join(BETWEEN_AMOUNTS);
}

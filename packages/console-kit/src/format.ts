import { groupDigits } from '@purser/ui/money-text';

/** A whole number, grouped as amounts are: one way in every language, so that nobody misreads a point for a comma. */
export function formatNumber(value: number): string {
  return value < 0 ? `−${groupDigits(String(-value))}` : groupDigits(String(value));
}

/** Words one after another, with the comma that the language has between them. */
export function joined(words: readonly string[], t: (key: 'kit.listComma') => string): string {
  return words.join(t('kit.listComma'));
}

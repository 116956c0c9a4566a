import { groupDigits } from '@purser/ui/money-text';

/** The browser's time zone, for figures per local day. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A whole number, grouped as amounts are: one way in every language, so that nobody misreads a point for a comma. */
export function formatNumber(value: number): string {
  return value < 0 ? `−${groupDigits(String(-value))}` : groupDigits(String(value));
}

import { groupDigits } from '@purser/ui/money-text';

/** The browser's time zone, for figures per local day. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in the user's own zone, to the second and the same in every language: 2026-11-21 08:59:07. */
export function formatInstant(instant: string | null | undefined): string {
  if (!instant) return '–';
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** A whole number, grouped as amounts are: one way in every language, so that nobody misreads a point for a comma. */
export function formatNumber(value: number): string {
  return value < 0 ? `−${groupDigits(String(-value))}` : groupDigits(String(value));
}

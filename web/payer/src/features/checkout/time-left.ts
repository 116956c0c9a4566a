import type { Translate } from '@purser/i18n/catalogue';
import type { en } from '@purser/i18n/payer/en';

/** From here on the time left is shown as urgent. */
export const HURRY_S = 60;
/** With more time left than this nobody watches it pass: the latest time says enough. */
export const COUNTED_S = 24 * 3600;

export type TimeTexts = Pick<typeof en, 'time_left' | 'minutes_seconds'>;

/** The time left as it is read out. */
export function spokenTime(left_s: number, t: Translate<TimeTexts>): string {
  return `${t('time_left')}: ${t('minutes_seconds', { minutes: Math.floor(left_s / 60), seconds: left_s % 60 })}`;
}

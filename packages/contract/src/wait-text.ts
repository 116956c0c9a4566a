import { LANGUAGE_TAGS, type Language } from './language.ts';

/** From where a while is told in minutes, and in hours. */
const MINUTES_FROM_S = 100;
const HOURS_FROM_S = 100 * 60;

/** How long somebody has to wait, as it is said: in seconds, minutes or hours, never less than it is. */
export function waitText(seconds: number, language: Language): string {
  const [unit, length] =
    seconds < MINUTES_FROM_S ? (['second', 1] as const) : seconds < HOURS_FROM_S ? (['minute', 60] as const) : (['hour', 3600] as const);
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / length));
}

import { type Language, LANGUAGE_TAGS } from '@purser/contract/language';

/** The server does not know the payer's time zone, so the page starts with UTC and says so. */
export function utcText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** The instant as the payer's own clock shows it. */
export function localText(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(instant));
}

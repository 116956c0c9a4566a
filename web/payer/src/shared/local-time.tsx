import { useSyncExternalStore } from 'react';
import { LANGUAGE_TAGS } from '@purser/contract/language';
import { usePage } from './context.tsx';

/** The server does not know the payer's time zone, so the page starts with UTC and says so. */
function utcText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** The instant as the payer's own clock shows it, once the page is alive; in UTC until then. */
export function useLocalTime(instant: string): string {
  const { language } = usePage();
  return useSyncExternalStore(
    neverChanges,
    () => localText(instant, LANGUAGE_TAGS[language]),
    () => utcText(instant),
  );
}

function neverChanges(): () => void {
  return () => {};
}

function localText(instant: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(instant));
}

export function LocalTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{useLocalTime(instant)}</time>;
}

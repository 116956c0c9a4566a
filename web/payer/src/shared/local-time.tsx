import { useEffect, useState } from 'react';
import { LANGUAGE_TAGS } from '@purser/contract/language';
import { usePage } from './context.tsx';

/** The server does not know the payer's time zone, so the page starts with UTC and says so. */
export function utcText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** The instant as the payer's own clock shows it, once the page is alive; in UTC until then. */
export function useLocalTime(instant: string): string {
  const { language } = usePage();
  const [text, setText] = useState(() => utcText(instant));
  useEffect(() => {
    const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: 'medium', timeStyle: 'medium' });
    setText(format.format(new Date(instant)));
  }, [instant, language]);
  return text;
}

export function LocalTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{useLocalTime(instant)}</time>;
}

import { useSyncExternalStore } from 'react';
import { usePage } from './context.tsx';
import { localText, utcText } from './instant.ts';

/** The instant as the payer's own clock shows it, once the page is alive; in UTC until then. */
export function useLocalTime(instant: string): string {
  const { language } = usePage();
  return useSyncExternalStore(
    neverChanges,
    () => localText(instant, language),
    () => utcText(instant),
  );
}

function neverChanges(): () => void {
  return () => {};
}

export function LocalTime({ instant }: { instant: string }) {
  const text = useLocalTime(instant);
  // A page that rests has it already.
  return (
    <time dateTime={instant} suppressHydrationWarning>
      {text}
    </time>
  );
}

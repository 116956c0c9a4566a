import { useEffect } from 'react';
import { useI18n } from './i18n.tsx';
import { storedLanguage } from './storage.ts';
import { onStoredElsewhere } from './stored-elsewhere.ts';

/** Refusals come in the language that is stored: what another tab chooses is spoken on this page, too. */
export function useFollowedLanguage(): void {
  const { chooseLanguage } = useI18n();
  useEffect(
    () =>
      onStoredElsewhere('language', () => {
        const next = storedLanguage();
        if (next !== undefined) void chooseLanguage(next);
      }),
    [chooseLanguage],
  );
}

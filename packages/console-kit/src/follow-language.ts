import { useEffect } from 'react';
import { useI18n } from './i18n.tsx';
import { storedLanguage } from './storage.ts';

/** Refusals come in the language that is stored: what another tab chooses is spoken on this page, too. */
export function useFollowedLanguage(): void {
  const { chooseLanguage } = useI18n();
  useEffect(() => {
    const heard = ({ key }: StorageEvent): void => {
      const next = storedLanguage();
      if (key === 'language' && next !== undefined) void chooseLanguage(next);
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, [chooseLanguage]);
}

import type { Translate } from '@purser/i18n/catalogue';
import type { kit } from '@purser/i18n/console/kit/en';
import { createContext, useContext } from 'react';

/** The kit's own texts and the language it formats numbers and times in. */
export interface KitTexts {
  readonly t: Translate<typeof kit>;
  /** BCP 47, for Intl. */
  readonly languageTag: string;
}

const Texts = createContext<KitTexts | undefined>(undefined);

export const KitTextsProvider = Texts.Provider;

export function useKitTexts(): KitTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error('the kit needs a KitTextsProvider above it');
  return texts;
}

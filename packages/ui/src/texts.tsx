import type { Translate } from '@purser/i18n/catalogue';
import type { kit } from '@purser/i18n/console/kit/en';
import { createContext, useContext } from 'react';

/** The kit's own texts, in the language of the app around it. */
export interface KitTexts {
  readonly t: Translate<typeof kit>;
}

const Texts = createContext<KitTexts | undefined>(undefined);

export const KitTextsProvider = Texts.Provider;

export function useKitTexts(): KitTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error('the kit needs a KitTextsProvider above it');
  return texts;
}

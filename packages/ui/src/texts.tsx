import type { Translate } from '@purser/i18n/catalogue';
import type { kit } from '@purser/i18n/console/kit/en';
import { createContext, useContext } from 'react';

/** Why something did not come, in the user's words. */
export interface WhyFailed {
  readonly text: string;
  /** To ask again is of no use: whoever asks may not have it. */
  readonly isFinal: boolean;
}

/** The kit's own texts, in the language of the app around it. */
export interface KitTexts {
  readonly t: Translate<typeof kit>;
  /** What the app knows of why its calls fail; undefined where it is no more than that there is no connection. */
  readonly whyFailed?: (error: unknown) => WhyFailed | undefined;
}

const Texts = createContext<KitTexts | undefined>(undefined);

export const KitTextsProvider = Texts.Provider;

export function useKitTexts(): KitTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error('the kit needs a KitTextsProvider above it');
  return texts;
}

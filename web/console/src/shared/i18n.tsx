import type { Language } from '@purser/contract/language';
import { useT as useKitT } from '@purser/console-kit/i18n';
import type { Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { en } from '@purser/i18n/console/en';

/** What every page of the merchant console says: the kit's texts and the menu's. A feature adds its own (`feature-texts.ts`). */
export type ConsoleTexts = typeof en;
type Catalogue = TranslationOf<ConsoleTexts>;
export type T = Translate<ConsoleTexts>;

export const useT = useKitT<ConsoleTexts>;

/** Only the language in use travels: each catalogue is a chunk of its own. */
const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  zh_Hans: async () => (await import('@purser/i18n/console/zh-hans')).zhHans,
  zh_Hant: async () => (await import('@purser/i18n/console/zh-hant')).zhHant,
  en: async () => (await import('@purser/i18n/console/en')).en,
  vi: async () => (await import('@purser/i18n/console/vi')).vi,
};

export function loadCatalogue(language: Language): Promise<Catalogue> {
  return CATALOGUES[language]();
}

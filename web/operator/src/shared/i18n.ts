import { useT as useKitT, type PlainKey as KitPlainKey } from '@purser/console-kit/i18n';
import type { Language } from '@purser/contract/language';
import type { Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { en } from '@purser/i18n/operator/en';

/** What every page of the operator console says: the kit's texts, the frame's and the menu's. A page adds its own (`page-texts.ts`). */
export type OperatorTexts = typeof en;
type Catalogue = TranslationOf<OperatorTexts>;
export type T = Translate<OperatorTexts>;
export type PlainKey = KitPlainKey<OperatorTexts>;

export const useT = useKitT<OperatorTexts>;

/** Only the language in use travels: each catalogue is a chunk of its own. */
const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  zh_Hans: async () => (await import('@purser/i18n/operator/zh-hans')).zhHans,
  zh_Hant: async () => (await import('@purser/i18n/operator/zh-hant')).zhHant,
  en: async () => (await import('@purser/i18n/operator/en')).en,
  vi: async () => (await import('@purser/i18n/operator/vi')).vi,
};

export function loadCatalogue(language: Language): Promise<Catalogue> {
  return CATALOGUES[language]();
}

import type { Language } from '@purser/contract/language';
import type { Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { en } from '@purser/i18n/payer/en';
import type { otherPages } from '@purser/i18n/payer/other-pages/en';

type PayerTexts = typeof en & typeof otherPages;
export type PayerTranslate = Translate<PayerTexts>;

type Loads<Texts extends Readonly<Record<string, string>>> = Readonly<Record<Language, () => Promise<TranslationOf<Texts>>>>;

/** What every page may say. Each language is a file of its own, so that a payer downloads one. */
const TEXTS: Loads<typeof en> = {
  zh_Hans: async () => (await import('@purser/i18n/payer/zh-hans')).zhHans,
  zh_Hant: async () => (await import('@purser/i18n/payer/zh-hant')).zhHant,
  en: async () => (await import('@purser/i18n/payer/en')).en,
  vi: async () => (await import('@purser/i18n/payer/vi')).vi,
};

/** What only pages of their own say. */
const OTHER_PAGES: Loads<typeof otherPages> = {
  zh_Hans: async () => (await import('@purser/i18n/payer/other-pages/zh-hans')).otherPages,
  zh_Hant: async () => (await import('@purser/i18n/payer/other-pages/zh-hant')).otherPages,
  en: async () => (await import('@purser/i18n/payer/other-pages/en')).otherPages,
  vi: async () => (await import('@purser/i18n/payer/other-pages/vi')).otherPages,
};

/** The texts of a page; one that is no part of the first script has those of the other pages as well. */
export async function textsOf(
  language: Language,
  isOfItsOwn: boolean,
): Promise<TranslationOf<typeof en> & Partial<TranslationOf<typeof otherPages>>> {
  const [texts, more] = await Promise.all([TEXTS[language](), isOfItsOwn ? OTHER_PAGES[language]() : {}]);
  return { ...texts, ...more };
}

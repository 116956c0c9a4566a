import type { Language } from '@purser/contract/language';
import type { Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { PayerPageName } from '@purser/contract/payer-pages';
import type { en } from '@purser/i18n/payer/en';
import type { otherPages } from '@purser/i18n/payer/other-pages/en';

type PayerTexts = typeof en & typeof otherPages;
export type PayerTextName = keyof PayerTexts;
export type PayerTranslate = Translate<PayerTexts>;

type Loads<Texts extends Readonly<Record<string, string>>> = Readonly<Record<Language, () => Promise<TranslationOf<Texts>>>>;

/** What every page may say. Each language is a file of its own, so that a payer downloads one. */
const TEXTS: Loads<typeof en> = {
  zh_Hans: async () => (await import('@purser/i18n/payer/zh-hans')).zhHans,
  zh_Hant: async () => (await import('@purser/i18n/payer/zh-hant')).zhHant,
  en: async () => (await import('@purser/i18n/payer/en')).en,
  vi: async () => (await import('@purser/i18n/payer/vi')).vi,
};

/** What only other pages than the checkout say. */
const OTHER_PAGES: Loads<typeof otherPages> = {
  zh_Hans: async () => (await import('@purser/i18n/payer/other-pages/zh-hans')).otherPages,
  zh_Hant: async () => (await import('@purser/i18n/payer/other-pages/zh-hant')).otherPages,
  en: async () => (await import('@purser/i18n/payer/other-pages/en')).otherPages,
  vi: async () => (await import('@purser/i18n/payer/other-pages/vi')).otherPages,
};

/** The texts of a page: of the checkout those of every page, of any other also those of the other pages. */
export async function textsOf(
  language: Language,
  page: PayerPageName,
): Promise<TranslationOf<typeof en> & Partial<TranslationOf<typeof otherPages>>> {
  const [texts, more] = await Promise.all([TEXTS[language](), page === 'pay' ? {} : OTHER_PAGES[language]()]);
  return { ...texts, ...more };
}

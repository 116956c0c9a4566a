import type { Language } from '@purser/contract/language';
import type { Translate } from '@purser/i18n/catalogue';
import type { en, PayerCatalogue } from '@purser/i18n/payer/en';

export type PayerTranslate = Translate<typeof en>;

/** Each language is a file of its own, so that a payer downloads one. */
export const TEXTS: Readonly<Record<Language, () => Promise<PayerCatalogue>>> = {
  zh_Hans: async () => (await import('@purser/i18n/payer/zh-hans')).zhHans,
  zh_Hant: async () => (await import('@purser/i18n/payer/zh-hant')).zhHant,
  en: async () => (await import('@purser/i18n/payer/en')).en,
  vi: async () => (await import('@purser/i18n/payer/vi')).vi,
};

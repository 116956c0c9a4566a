import { useT as useKitT } from '@purser/console-kit/i18n';
import type { Language } from '@purser/contract/language';
import type { TranslationOf } from '@purser/i18n/catalogue';
import type { terms } from '@purser/i18n/operator/terms/en';
import type { OperatorTexts } from '../i18n.ts';

/** What is said wherever fees, limits and rates are changed. */
export type TermsTexts = typeof terms;

/** For pages on which terms are changed or decided, beside their own texts. */
export const TERMS: Readonly<Record<Language, () => Promise<TranslationOf<TermsTexts>>>> = {
  zh_Hans: async () => (await import('@purser/i18n/operator/terms/zh-hans')).terms,
  zh_Hant: async () => (await import('@purser/i18n/operator/terms/zh-hant')).terms,
  en: async () => (await import('@purser/i18n/operator/terms/en')).terms,
  vi: async () => (await import('@purser/i18n/operator/terms/vi')).terms,
};

/** Within a page that has the texts. */
export const useT = useKitT<OperatorTexts & TermsTexts>;
export type T = ReturnType<typeof useT>;

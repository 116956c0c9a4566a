import { useT as useKitT } from '@purser/console-kit/i18n';
import type { Language } from '@purser/contract/language';
import type { Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { postings } from '@purser/i18n/operator/postings/en';
import type { OperatorTexts } from '../i18n.ts';

export type PostingTexts = typeof postings;

/** For pages on which postings and accounts are shown, beside their own texts. */
export const POSTINGS: Readonly<Record<Language, () => Promise<TranslationOf<PostingTexts>>>> = {
  zh_Hans: async () => (await import('@purser/i18n/operator/postings/zh-hans')).postings,
  zh_Hant: async () => (await import('@purser/i18n/operator/postings/zh-hant')).postings,
  en: async () => (await import('@purser/i18n/operator/postings/en')).postings,
  vi: async () => (await import('@purser/i18n/operator/postings/vi')).postings,
};

/** Within a page that has the texts. */
export const useT = useKitT<OperatorTexts & PostingTexts>;
export type T = Translate<OperatorTexts & PostingTexts>;

import type { ledger } from '@purser/i18n/operator/ledger/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { POSTINGS, type PostingTexts } from '../../shared/postings/texts.ts';

export const { texts, useT } = featureTexts<typeof ledger & PostingTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/ledger/zh-hans')).ledger, ...(await POSTINGS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/ledger/zh-hant')).ledger, ...(await POSTINGS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/ledger/en')).ledger, ...(await POSTINGS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/ledger/vi')).ledger, ...(await POSTINGS.vi()) }),
});
export type T = ReturnType<typeof useT>;

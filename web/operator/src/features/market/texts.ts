import type { market } from '@purser/i18n/operator/market/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { TERMS, type TermsTexts } from '../../shared/terms/texts.ts';

export const { texts, useT } = featureTexts<typeof market & TermsTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/market/zh-hans')).market, ...(await TERMS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/market/zh-hant')).market, ...(await TERMS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/market/en')).market, ...(await TERMS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/market/vi')).market, ...(await TERMS.vi()) }),
});

export type T = ReturnType<typeof useT>;

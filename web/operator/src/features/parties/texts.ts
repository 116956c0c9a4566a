import type { parties } from '@purser/i18n/operator/parties/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { TERMS, type TermsTexts } from '../../shared/terms/texts.ts';

export const { texts, useT } = featureTexts<typeof parties & TermsTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/parties/zh-hans')).parties, ...(await TERMS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/parties/zh-hant')).parties, ...(await TERMS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/parties/en')).parties, ...(await TERMS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/parties/vi')).parties, ...(await TERMS.vi()) }),
});

import type { approvals } from '@purser/i18n/operator/approvals/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { TERMS, type TermsTexts } from '../../shared/terms/texts.ts';

export type OwnTexts = typeof approvals & TermsTexts;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/approvals/zh-hans')).approvals, ...(await TERMS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/approvals/zh-hant')).approvals, ...(await TERMS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/approvals/en')).approvals, ...(await TERMS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/approvals/vi')).approvals, ...(await TERMS.vi()) }),
});

import type { audit } from '@purser/i18n/operator/audit/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof audit>({
  zh_Hans: async () => (await import('@purser/i18n/operator/audit/zh-hans')).audit,
  zh_Hant: async () => (await import('@purser/i18n/operator/audit/zh-hant')).audit,
  en: async () => (await import('@purser/i18n/operator/audit/en')).audit,
  vi: async () => (await import('@purser/i18n/operator/audit/vi')).audit,
});

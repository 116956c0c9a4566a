import type { deposits } from '@purser/i18n/operator/deposits/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof deposits>({
  zh_Hans: async () => (await import('@purser/i18n/operator/deposits/zh-hans')).deposits,
  zh_Hant: async () => (await import('@purser/i18n/operator/deposits/zh-hant')).deposits,
  en: async () => (await import('@purser/i18n/operator/deposits/en')).deposits,
  vi: async () => (await import('@purser/i18n/operator/deposits/vi')).deposits,
});

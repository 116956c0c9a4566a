import type { maintenance } from '@purser/i18n/operator/maintenance/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof maintenance>({
  zh_Hans: async () => (await import('@purser/i18n/operator/maintenance/zh-hans')).maintenance,
  zh_Hant: async () => (await import('@purser/i18n/operator/maintenance/zh-hant')).maintenance,
  en: async () => (await import('@purser/i18n/operator/maintenance/en')).maintenance,
  vi: async () => (await import('@purser/i18n/operator/maintenance/vi')).maintenance,
});

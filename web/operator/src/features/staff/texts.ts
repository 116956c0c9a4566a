import type { staff } from '@purser/i18n/operator/staff/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof staff>({
  zh_Hans: async () => (await import('@purser/i18n/operator/staff/zh-hans')).staff,
  zh_Hant: async () => (await import('@purser/i18n/operator/staff/zh-hant')).staff,
  en: async () => (await import('@purser/i18n/operator/staff/en')).staff,
  vi: async () => (await import('@purser/i18n/operator/staff/vi')).staff,
});

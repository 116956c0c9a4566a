import type { storage } from '@purser/i18n/operator/storage/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof storage>({
  zh_Hans: async () => (await import('@purser/i18n/operator/storage/zh-hans')).storage,
  zh_Hant: async () => (await import('@purser/i18n/operator/storage/zh-hant')).storage,
  en: async () => (await import('@purser/i18n/operator/storage/en')).storage,
  vi: async () => (await import('@purser/i18n/operator/storage/vi')).storage,
});

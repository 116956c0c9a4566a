import type { content } from '@purser/i18n/operator/content/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof content>({
  zh_Hans: async () => (await import('@purser/i18n/operator/content/zh-hans')).content,
  zh_Hant: async () => (await import('@purser/i18n/operator/content/zh-hant')).content,
  en: async () => (await import('@purser/i18n/operator/content/en')).content,
  vi: async () => (await import('@purser/i18n/operator/content/vi')).content,
});

import type { content } from '@purser/i18n/console/content/en';
import { featureTexts } from '../../shared/feature-texts.ts';

/** Of what the shell shows on demand; what it always says is in the app's catalogue. */
export const { texts, useT, useI18n } = featureTexts<typeof content>({
  zh_Hans: async () => (await import('@purser/i18n/console/content/zh-hans')).content,
  zh_Hant: async () => (await import('@purser/i18n/console/content/zh-hant')).content,
  en: async () => (await import('@purser/i18n/console/content/en')).content,
  vi: async () => (await import('@purser/i18n/console/content/vi')).content,
});

import type { history } from '@purser/i18n/operator/history/en';
import { featureTexts } from '../feature-texts.ts';

export const { texts, useT } = featureTexts<typeof history>({
  zh_Hans: async () => (await import('@purser/i18n/operator/history/zh-hans')).history,
  zh_Hant: async () => (await import('@purser/i18n/operator/history/zh-hant')).history,
  en: async () => (await import('@purser/i18n/operator/history/en')).history,
  vi: async () => (await import('@purser/i18n/operator/history/vi')).history,
});

import type { promisedTime } from '@purser/i18n/operator/promised-time/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof promisedTime>({
  zh_Hans: async () => (await import('@purser/i18n/operator/promised-time/zh-hans')).promisedTime,
  zh_Hant: async () => (await import('@purser/i18n/operator/promised-time/zh-hant')).promisedTime,
  en: async () => (await import('@purser/i18n/operator/promised-time/en')).promisedTime,
  vi: async () => (await import('@purser/i18n/operator/promised-time/vi')).promisedTime,
});

import type { account } from '@purser/i18n/operator/account/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof account>({
  zh_Hans: async () => (await import('@purser/i18n/operator/account/zh-hans')).account,
  zh_Hant: async () => (await import('@purser/i18n/operator/account/zh-hant')).account,
  en: async () => (await import('@purser/i18n/operator/account/en')).account,
  vi: async () => (await import('@purser/i18n/operator/account/vi')).account,
});

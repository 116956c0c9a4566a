import type { setUp } from '@purser/i18n/console/set-up/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof setUp>({
  zh_Hans: async () => (await import('@purser/i18n/console/set-up/zh-hans')).setUp,
  zh_Hant: async () => (await import('@purser/i18n/console/set-up/zh-hant')).setUp,
  en: async () => (await import('@purser/i18n/console/set-up/en')).setUp,
  vi: async () => (await import('@purser/i18n/console/set-up/vi')).setUp,
});

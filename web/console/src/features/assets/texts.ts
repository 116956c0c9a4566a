import type { assets } from '@purser/i18n/console/assets/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof assets;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/assets/zh-hans')).assets,
  zh_Hant: async () => (await import('@purser/i18n/console/assets/zh-hant')).assets,
  en: async () => (await import('@purser/i18n/console/assets/en')).assets,
  vi: async () => (await import('@purser/i18n/console/assets/vi')).assets,
});
export type T = ReturnType<typeof useT>;

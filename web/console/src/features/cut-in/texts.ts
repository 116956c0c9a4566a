import type { cutIn } from '@purser/i18n/console/cut-in/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof cutIn;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/cut-in/zh-hans')).cutIn,
  zh_Hant: async () => (await import('@purser/i18n/console/cut-in/zh-hant')).cutIn,
  en: async () => (await import('@purser/i18n/console/cut-in/en')).cutIn,
  vi: async () => (await import('@purser/i18n/console/cut-in/vi')).cutIn,
});
export type T = ReturnType<typeof useT>;

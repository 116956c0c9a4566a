import type { overview } from '@purser/i18n/operator/overview/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT, useI18n } = featureTexts<typeof overview>({
  zh_Hans: async () => (await import('@purser/i18n/operator/overview/zh-hans')).overview,
  zh_Hant: async () => (await import('@purser/i18n/operator/overview/zh-hant')).overview,
  en: async () => (await import('@purser/i18n/operator/overview/en')).overview,
  vi: async () => (await import('@purser/i18n/operator/overview/vi')).overview,
});
export type OverviewT = ReturnType<typeof useT>;

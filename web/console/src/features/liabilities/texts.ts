import type { liabilities } from '@purser/i18n/console/liabilities/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof liabilities;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/liabilities/zh-hans')).liabilities,
  zh_Hant: async () => (await import('@purser/i18n/console/liabilities/zh-hant')).liabilities,
  en: async () => (await import('@purser/i18n/console/liabilities/en')).liabilities,
  vi: async () => (await import('@purser/i18n/console/liabilities/vi')).liabilities,
});

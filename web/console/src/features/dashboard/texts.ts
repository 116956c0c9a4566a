import type { dashboard } from '@purser/i18n/console/dashboard/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof dashboard;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/dashboard/zh-hans')).dashboard,
  zh_Hant: async () => (await import('@purser/i18n/console/dashboard/zh-hant')).dashboard,
  en: async () => (await import('@purser/i18n/console/dashboard/en')).dashboard,
  vi: async () => (await import('@purser/i18n/console/dashboard/vi')).dashboard,
});

import type { withdrawalQuota } from '@purser/i18n/console/withdrawal-quota/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof withdrawalQuota;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/withdrawal-quota/zh-hans')).withdrawalQuota,
  zh_Hant: async () => (await import('@purser/i18n/console/withdrawal-quota/zh-hant')).withdrawalQuota,
  en: async () => (await import('@purser/i18n/console/withdrawal-quota/en')).withdrawalQuota,
  vi: async () => (await import('@purser/i18n/console/withdrawal-quota/vi')).withdrawalQuota,
});
export type T = ReturnType<typeof useT>;
export type I18n = ReturnType<typeof useI18n>;

import type { apiManagement } from '@purser/i18n/console/api-management/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof apiManagement;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/api-management/zh-hans')).apiManagement,
  zh_Hant: async () => (await import('@purser/i18n/console/api-management/zh-hant')).apiManagement,
  en: async () => (await import('@purser/i18n/console/api-management/en')).apiManagement,
  vi: async () => (await import('@purser/i18n/console/api-management/vi')).apiManagement,
});
export type T = ReturnType<typeof useT>;

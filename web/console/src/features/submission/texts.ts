import type { submission } from '@purser/i18n/console/submission/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof submission;

export const { texts, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/submission/zh-hans')).submission,
  zh_Hant: async () => (await import('@purser/i18n/console/submission/zh-hant')).submission,
  en: async () => (await import('@purser/i18n/console/submission/en')).submission,
  vi: async () => (await import('@purser/i18n/console/submission/vi')).submission,
});

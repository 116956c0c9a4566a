import type { adjustment } from '@purser/i18n/console/adjustment/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof adjustment;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/adjustment/zh-hans')).adjustment,
  zh_Hant: async () => (await import('@purser/i18n/console/adjustment/zh-hant')).adjustment,
  en: async () => (await import('@purser/i18n/console/adjustment/en')).adjustment,
  vi: async () => (await import('@purser/i18n/console/adjustment/vi')).adjustment,
});
export type T = ReturnType<typeof useT>;
export type I18n = ReturnType<typeof useI18n>;

import type { transfer } from '@purser/i18n/console/transfer/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof transfer;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/transfer/zh-hans')).transfer,
  zh_Hant: async () => (await import('@purser/i18n/console/transfer/zh-hant')).transfer,
  en: async () => (await import('@purser/i18n/console/transfer/en')).transfer,
  vi: async () => (await import('@purser/i18n/console/transfer/vi')).transfer,
});
export type T = ReturnType<typeof useT>;
export type I18n = ReturnType<typeof useI18n>;

import type { loginRecord } from '@purser/i18n/console/login-record/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof loginRecord;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/login-record/zh-hans')).loginRecord,
  zh_Hant: async () => (await import('@purser/i18n/console/login-record/zh-hant')).loginRecord,
  en: async () => (await import('@purser/i18n/console/login-record/en')).loginRecord,
  vi: async () => (await import('@purser/i18n/console/login-record/vi')).loginRecord,
});

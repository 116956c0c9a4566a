import type { accountSecurity } from '@purser/i18n/console/account-security/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof accountSecurity;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/account-security/zh-hans')).accountSecurity,
  zh_Hant: async () => (await import('@purser/i18n/console/account-security/zh-hant')).accountSecurity,
  en: async () => (await import('@purser/i18n/console/account-security/en')).accountSecurity,
  vi: async () => (await import('@purser/i18n/console/account-security/vi')).accountSecurity,
});

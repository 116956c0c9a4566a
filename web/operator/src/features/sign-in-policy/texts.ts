import type { signInPolicy } from '@purser/i18n/operator/sign-in-policy/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof signInPolicy>({
  zh_Hans: async () => (await import('@purser/i18n/operator/sign-in-policy/zh-hans')).signInPolicy,
  zh_Hant: async () => (await import('@purser/i18n/operator/sign-in-policy/zh-hant')).signInPolicy,
  en: async () => (await import('@purser/i18n/operator/sign-in-policy/en')).signInPolicy,
  vi: async () => (await import('@purser/i18n/operator/sign-in-policy/vi')).signInPolicy,
});

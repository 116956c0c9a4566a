import type { signIn } from '@purser/i18n/operator/sign-in/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof signIn>({
  zh_Hans: async () => (await import('@purser/i18n/operator/sign-in/zh-hans')).signIn,
  zh_Hant: async () => (await import('@purser/i18n/operator/sign-in/zh-hant')).signIn,
  en: async () => (await import('@purser/i18n/operator/sign-in/en')).signIn,
  vi: async () => (await import('@purser/i18n/operator/sign-in/vi')).signIn,
});

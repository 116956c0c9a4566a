import type { identity } from '@purser/i18n/operator/identity/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof identity>({
  zh_Hans: async () => (await import('@purser/i18n/operator/identity/zh-hans')).identity,
  zh_Hant: async () => (await import('@purser/i18n/operator/identity/zh-hant')).identity,
  en: async () => (await import('@purser/i18n/operator/identity/en')).identity,
  vi: async () => (await import('@purser/i18n/operator/identity/vi')).identity,
});

import type { identity } from '@purser/i18n/console/identity/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof identity;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/identity/zh-hans')).identity,
  zh_Hant: async () => (await import('@purser/i18n/console/identity/zh-hant')).identity,
  en: async () => (await import('@purser/i18n/console/identity/en')).identity,
  vi: async () => (await import('@purser/i18n/console/identity/vi')).identity,
});

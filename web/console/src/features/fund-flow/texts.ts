import type { fundFlow } from '@purser/i18n/console/fund-flow/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof fundFlow;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/fund-flow/zh-hans')).fundFlow,
  zh_Hant: async () => (await import('@purser/i18n/console/fund-flow/zh-hant')).fundFlow,
  en: async () => (await import('@purser/i18n/console/fund-flow/en')).fundFlow,
  vi: async () => (await import('@purser/i18n/console/fund-flow/vi')).fundFlow,
});

import type { statement } from '@purser/i18n/console/statement/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof statement;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/statement/zh-hans')).statement,
  zh_Hant: async () => (await import('@purser/i18n/console/statement/zh-hant')).statement,
  en: async () => (await import('@purser/i18n/console/statement/en')).statement,
  vi: async () => (await import('@purser/i18n/console/statement/vi')).statement,
});
export type T = ReturnType<typeof useT>;

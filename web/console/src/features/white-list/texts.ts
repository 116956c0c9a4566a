import type { whiteList } from '@purser/i18n/console/white-list/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof whiteList;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/white-list/zh-hans')).whiteList,
  zh_Hant: async () => (await import('@purser/i18n/console/white-list/zh-hant')).whiteList,
  en: async () => (await import('@purser/i18n/console/white-list/en')).whiteList,
  vi: async () => (await import('@purser/i18n/console/white-list/vi')).whiteList,
});

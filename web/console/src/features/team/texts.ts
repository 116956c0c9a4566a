import type { team } from '@purser/i18n/console/team/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof team>({
  zh_Hans: async () => (await import('@purser/i18n/console/team/zh-hans')).team,
  zh_Hant: async () => (await import('@purser/i18n/console/team/zh-hant')).team,
  en: async () => (await import('@purser/i18n/console/team/en')).team,
  vi: async () => (await import('@purser/i18n/console/team/vi')).team,
});

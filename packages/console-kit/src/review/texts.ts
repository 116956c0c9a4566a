import type { review } from '@purser/i18n/console/review/en';
import type { KitCatalogue } from '../i18n.tsx';
import { featureTextsOf } from '../page-texts.tsx';

export const { texts, useT } = featureTextsOf<KitCatalogue>()<typeof review>({
  zh_Hans: async () => (await import('@purser/i18n/console/review/zh-hans')).review,
  zh_Hant: async () => (await import('@purser/i18n/console/review/zh-hant')).review,
  en: async () => (await import('@purser/i18n/console/review/en')).review,
  vi: async () => (await import('@purser/i18n/console/review/vi')).review,
});

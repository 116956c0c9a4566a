import type { savedView } from '@purser/i18n/console/saved-view/en';
import type { KitCatalogue } from '../i18n.tsx';
import { featureTextsOf } from '../page-texts.tsx';

export const { texts, useT } = featureTextsOf<KitCatalogue>()<typeof savedView>({
  zh_Hans: async () => (await import('@purser/i18n/console/saved-view/zh-hans')).savedView,
  zh_Hant: async () => (await import('@purser/i18n/console/saved-view/zh-hant')).savedView,
  en: async () => (await import('@purser/i18n/console/saved-view/en')).savedView,
  vi: async () => (await import('@purser/i18n/console/saved-view/vi')).savedView,
});

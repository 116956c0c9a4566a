import type { palette } from '@purser/i18n/console/palette/en';
import type { places } from '@purser/i18n/operator/places/en';
import { translator, type Translate } from '@purser/i18n/catalogue';
import { featureTexts } from '../shared/feature-texts.ts';
import { loadCatalogue, type OperatorTexts } from '../shared/i18n.ts';

type OwnTexts = typeof palette & typeof places;
export type PaletteT = Translate<OperatorTexts & OwnTexts>;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => ({
    ...(await import('@purser/i18n/console/palette/zh-hans')).palette,
    ...(await import('@purser/i18n/operator/places/zh-hans')).places,
  }),
  zh_Hant: async () => ({
    ...(await import('@purser/i18n/console/palette/zh-hant')).palette,
    ...(await import('@purser/i18n/operator/places/zh-hant')).places,
  }),
  en: async () => ({
    ...(await import('@purser/i18n/console/palette/en')).palette,
    ...(await import('@purser/i18n/operator/places/en')).places,
  }),
  vi: async () => ({
    ...(await import('@purser/i18n/console/palette/vi')).palette,
    ...(await import('@purser/i18n/operator/places/vi')).places,
  }),
});

/** What is found in any language by its English name. */
export async function loadEnglish(): Promise<PaletteT> {
  const [all, own] = await Promise.all([loadCatalogue('en'), texts('en')]);
  const english = { ...all, ...own } as OperatorTexts & OwnTexts;
  return translator(english, english);
}

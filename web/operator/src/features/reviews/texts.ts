import type { reviews } from '@purser/i18n/operator/reviews/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof reviews;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/operator/reviews/zh-hans')).reviews,
  zh_Hant: async () => (await import('@purser/i18n/operator/reviews/zh-hant')).reviews,
  en: async () => (await import('@purser/i18n/operator/reviews/en')).reviews,
  vi: async () => (await import('@purser/i18n/operator/reviews/vi')).reviews,
});
export type T = ReturnType<typeof useT>;

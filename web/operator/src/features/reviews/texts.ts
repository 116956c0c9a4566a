import type { reviews } from '@purser/i18n/operator/reviews/en';
import { DELIVERIES, type DeliveryTexts } from '../../shared/deliveries/texts.ts';
import { featureTexts } from '../../shared/feature-texts.ts';
import { POSTINGS, type PostingTexts } from '../../shared/postings/texts.ts';

export type OwnTexts = typeof reviews & DeliveryTexts & PostingTexts;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => ({
    ...(await import('@purser/i18n/operator/reviews/zh-hans')).reviews,
    ...(await DELIVERIES.zh_Hans()),
    ...(await POSTINGS.zh_Hans()),
  }),
  zh_Hant: async () => ({
    ...(await import('@purser/i18n/operator/reviews/zh-hant')).reviews,
    ...(await DELIVERIES.zh_Hant()),
    ...(await POSTINGS.zh_Hant()),
  }),
  en: async () => ({ ...(await import('@purser/i18n/operator/reviews/en')).reviews, ...(await DELIVERIES.en()), ...(await POSTINGS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/reviews/vi')).reviews, ...(await DELIVERIES.vi()), ...(await POSTINGS.vi()) }),
});
export type T = ReturnType<typeof useT>;

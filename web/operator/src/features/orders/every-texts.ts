import type { deposits } from '@purser/i18n/operator/deposits/en';
import type { orders } from '@purser/i18n/operator/orders/en';
import type { reviews } from '@purser/i18n/operator/reviews/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { POSTINGS, type PostingTexts } from '../../shared/postings/texts.ts';

/** What orders of every kind are called is said by the pages of each kind, what accounts are for by those that show postings. */
export type EveryTexts = typeof orders & typeof reviews & typeof deposits & PostingTexts;

export const { texts, useT } = featureTexts<EveryTexts>({
  zh_Hans: async () => ({
    ...(await import('@purser/i18n/operator/orders/zh-hans')).orders,
    ...(await import('@purser/i18n/operator/reviews/zh-hans')).reviews,
    ...(await import('@purser/i18n/operator/deposits/zh-hans')).deposits,
    ...(await POSTINGS.zh_Hans()),
  }),
  zh_Hant: async () => ({
    ...(await import('@purser/i18n/operator/orders/zh-hant')).orders,
    ...(await import('@purser/i18n/operator/reviews/zh-hant')).reviews,
    ...(await import('@purser/i18n/operator/deposits/zh-hant')).deposits,
    ...(await POSTINGS.zh_Hant()),
  }),
  en: async () => ({
    ...(await import('@purser/i18n/operator/orders/en')).orders,
    ...(await import('@purser/i18n/operator/reviews/en')).reviews,
    ...(await import('@purser/i18n/operator/deposits/en')).deposits,
    ...(await POSTINGS.en()),
  }),
  vi: async () => ({
    ...(await import('@purser/i18n/operator/orders/vi')).orders,
    ...(await import('@purser/i18n/operator/reviews/vi')).reviews,
    ...(await import('@purser/i18n/operator/deposits/vi')).deposits,
    ...(await POSTINGS.vi()),
  }),
});
export type EveryT = ReturnType<typeof useT>;

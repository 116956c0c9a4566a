import type { orders } from '@purser/i18n/operator/orders/en';
import { DELIVERIES, type DeliveryTexts } from '../../shared/deliveries/texts.ts';
import { featureTexts } from '../../shared/feature-texts.ts';
import { POSTINGS, type PostingTexts } from '../../shared/postings/texts.ts';

export const { texts, useT } = featureTexts<typeof orders & DeliveryTexts & PostingTexts>({
  zh_Hans: async () => ({
    ...(await import('@purser/i18n/operator/orders/zh-hans')).orders,
    ...(await DELIVERIES.zh_Hans()),
    ...(await POSTINGS.zh_Hans()),
  }),
  zh_Hant: async () => ({
    ...(await import('@purser/i18n/operator/orders/zh-hant')).orders,
    ...(await DELIVERIES.zh_Hant()),
    ...(await POSTINGS.zh_Hant()),
  }),
  en: async () => ({ ...(await import('@purser/i18n/operator/orders/en')).orders, ...(await DELIVERIES.en()), ...(await POSTINGS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/orders/vi')).orders, ...(await DELIVERIES.vi()), ...(await POSTINGS.vi()) }),
});
export type T = ReturnType<typeof useT>;

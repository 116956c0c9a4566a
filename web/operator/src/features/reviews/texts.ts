import type { reviews } from '@purser/i18n/operator/reviews/en';
import { DELIVERIES, type DeliveryTexts } from '../../shared/deliveries/texts.ts';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof reviews & DeliveryTexts;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/reviews/zh-hans')).reviews, ...(await DELIVERIES.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/reviews/zh-hant')).reviews, ...(await DELIVERIES.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/reviews/en')).reviews, ...(await DELIVERIES.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/reviews/vi')).reviews, ...(await DELIVERIES.vi()) }),
});
export type T = ReturnType<typeof useT>;

import { useT as useKitT } from '@purser/console-kit/i18n';
import type { Language } from '@purser/contract/language';
import type { TranslationOf } from '@purser/i18n/catalogue';
import type { deliveries } from '@purser/i18n/operator/order-deliveries/en';
import type { OperatorTexts } from '../i18n.ts';

export type DeliveryTexts = typeof deliveries;

/** For pages on which deliveries are shown, beside their own texts. */
export const DELIVERIES: Readonly<Record<Language, () => Promise<TranslationOf<DeliveryTexts>>>> = {
  zh_Hans: async () => (await import('@purser/i18n/operator/order-deliveries/zh-hans')).deliveries,
  zh_Hant: async () => (await import('@purser/i18n/operator/order-deliveries/zh-hant')).deliveries,
  en: async () => (await import('@purser/i18n/operator/order-deliveries/en')).deliveries,
  vi: async () => (await import('@purser/i18n/operator/order-deliveries/vi')).deliveries,
};

/** Within a page that has the texts. */
export const useT = useKitT<OperatorTexts & DeliveryTexts>;

import type { paymentMethod } from '@purser/i18n/console/payment-method/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof paymentMethod;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/payment-method/zh-hans')).paymentMethod,
  zh_Hant: async () => (await import('@purser/i18n/console/payment-method/zh-hant')).paymentMethod,
  en: async () => (await import('@purser/i18n/console/payment-method/en')).paymentMethod,
  vi: async () => (await import('@purser/i18n/console/payment-method/vi')).paymentMethod,
});
export type T = ReturnType<typeof useT>;
export type I18n = ReturnType<typeof useI18n>;

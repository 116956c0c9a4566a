import type { paymentLink } from '@purser/i18n/console/payment-link/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof paymentLink;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/payment-link/zh-hans')).paymentLink,
  zh_Hant: async () => (await import('@purser/i18n/console/payment-link/zh-hant')).paymentLink,
  en: async () => (await import('@purser/i18n/console/payment-link/en')).paymentLink,
  vi: async () => (await import('@purser/i18n/console/payment-link/vi')).paymentLink,
});
export type T = ReturnType<typeof useT>;

import type { orders } from '@purser/i18n/operator/orders/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof orders>({
  zh_Hans: async () => (await import('@purser/i18n/operator/orders/zh-hans')).orders,
  zh_Hant: async () => (await import('@purser/i18n/operator/orders/zh-hant')).orders,
  en: async () => (await import('@purser/i18n/operator/orders/en')).orders,
  vi: async () => (await import('@purser/i18n/operator/orders/vi')).orders,
});
export type T = ReturnType<typeof useT>;

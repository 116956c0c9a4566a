import type { order } from '@purser/i18n/console/order/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof order;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/order/zh-hans')).order,
  zh_Hant: async () => (await import('@purser/i18n/console/order/zh-hant')).order,
  en: async () => (await import('@purser/i18n/console/order/en')).order,
  vi: async () => (await import('@purser/i18n/console/order/vi')).order,
});
export type T = ReturnType<typeof useT>;

import type { payouts } from '@purser/i18n/operator/payouts/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof payouts>({
  zh_Hans: async () => (await import('@purser/i18n/operator/payouts/zh-hans')).payouts,
  zh_Hant: async () => (await import('@purser/i18n/operator/payouts/zh-hant')).payouts,
  en: async () => (await import('@purser/i18n/operator/payouts/en')).payouts,
  vi: async () => (await import('@purser/i18n/operator/payouts/vi')).payouts,
});

import type { fiatWithdrawal } from '@purser/i18n/console/fiat-withdrawal/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof fiatWithdrawal;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/fiat-withdrawal/zh-hans')).fiatWithdrawal,
  zh_Hant: async () => (await import('@purser/i18n/console/fiat-withdrawal/zh-hant')).fiatWithdrawal,
  en: async () => (await import('@purser/i18n/console/fiat-withdrawal/en')).fiatWithdrawal,
  vi: async () => (await import('@purser/i18n/console/fiat-withdrawal/vi')).fiatWithdrawal,
});
export type T = ReturnType<typeof useT>;

import type { usdtWithdrawal } from '@purser/i18n/console/usdt-withdrawal/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof usdtWithdrawal;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/usdt-withdrawal/zh-hans')).usdtWithdrawal,
  zh_Hant: async () => (await import('@purser/i18n/console/usdt-withdrawal/zh-hant')).usdtWithdrawal,
  en: async () => (await import('@purser/i18n/console/usdt-withdrawal/en')).usdtWithdrawal,
  vi: async () => (await import('@purser/i18n/console/usdt-withdrawal/vi')).usdtWithdrawal,
});
export type T = ReturnType<typeof useT>;

import type { usdtRecharge } from '@purser/i18n/console/usdt-recharge/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof usdtRecharge;

export const { texts, useT, useI18n } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/usdt-recharge/zh-hans')).usdtRecharge,
  zh_Hant: async () => (await import('@purser/i18n/console/usdt-recharge/zh-hant')).usdtRecharge,
  en: async () => (await import('@purser/i18n/console/usdt-recharge/en')).usdtRecharge,
  vi: async () => (await import('@purser/i18n/console/usdt-recharge/vi')).usdtRecharge,
});

import type { userWithdrawal } from '@purser/i18n/console/user-withdrawal/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof userWithdrawal;

export const { texts, useT } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/user-withdrawal/zh-hans')).userWithdrawal,
  zh_Hant: async () => (await import('@purser/i18n/console/user-withdrawal/zh-hant')).userWithdrawal,
  en: async () => (await import('@purser/i18n/console/user-withdrawal/en')).userWithdrawal,
  vi: async () => (await import('@purser/i18n/console/user-withdrawal/vi')).userWithdrawal,
});
export type T = ReturnType<typeof useT>;

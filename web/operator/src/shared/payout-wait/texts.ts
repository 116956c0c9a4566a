import { useT as useKitT } from '@purser/console-kit/i18n';
import type { Language } from '@purser/contract/language';
import type { TranslationOf } from '@purser/i18n/catalogue';
import type { payoutWait } from '@purser/i18n/operator/payout-wait/en';
import type { OperatorTexts } from '../i18n.ts';

export type PayoutWaitTexts = typeof payoutWait;

/** For pages on which payouts are shown, beside their own texts. */
export const PAYOUT_WAITS: Readonly<Record<Language, () => Promise<TranslationOf<PayoutWaitTexts>>>> = {
  zh_Hans: async () => (await import('@purser/i18n/operator/payout-wait/zh-hans')).payoutWait,
  zh_Hant: async () => (await import('@purser/i18n/operator/payout-wait/zh-hant')).payoutWait,
  en: async () => (await import('@purser/i18n/operator/payout-wait/en')).payoutWait,
  vi: async () => (await import('@purser/i18n/operator/payout-wait/vi')).payoutWait,
};

/** Within a page that has the texts. */
export const useT = useKitT<OperatorTexts & PayoutWaitTexts>;

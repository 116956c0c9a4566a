import type { payouts } from '@purser/i18n/operator/payouts/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { PAYOUT_WAITS, type PayoutWaitTexts } from '../../shared/payout-wait/texts.ts';

export const { texts, useT } = featureTexts<typeof payouts & PayoutWaitTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/payouts/zh-hans')).payouts, ...(await PAYOUT_WAITS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/payouts/zh-hant')).payouts, ...(await PAYOUT_WAITS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/payouts/en')).payouts, ...(await PAYOUT_WAITS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/payouts/vi')).payouts, ...(await PAYOUT_WAITS.vi()) }),
});

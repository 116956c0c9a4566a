import type { overview } from '@purser/i18n/operator/overview/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { PAYOUT_WAITS, type PayoutWaitTexts } from '../../shared/payout-wait/texts.ts';

export const { texts, useT, useI18n } = featureTexts<typeof overview & PayoutWaitTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/overview/zh-hans')).overview, ...(await PAYOUT_WAITS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/overview/zh-hant')).overview, ...(await PAYOUT_WAITS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/overview/en')).overview, ...(await PAYOUT_WAITS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/overview/vi')).overview, ...(await PAYOUT_WAITS.vi()) }),
});
export type OverviewT = ReturnType<typeof useT>;

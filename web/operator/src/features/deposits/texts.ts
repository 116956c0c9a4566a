import type { deposits } from '@purser/i18n/operator/deposits/en';
import { featureTexts } from '../../shared/feature-texts.ts';
import { PAYOUT_WAITS, type PayoutWaitTexts } from '../../shared/payout-wait/texts.ts';

export const { texts, useT } = featureTexts<typeof deposits & PayoutWaitTexts>({
  zh_Hans: async () => ({ ...(await import('@purser/i18n/operator/deposits/zh-hans')).deposits, ...(await PAYOUT_WAITS.zh_Hans()) }),
  zh_Hant: async () => ({ ...(await import('@purser/i18n/operator/deposits/zh-hant')).deposits, ...(await PAYOUT_WAITS.zh_Hant()) }),
  en: async () => ({ ...(await import('@purser/i18n/operator/deposits/en')).deposits, ...(await PAYOUT_WAITS.en()) }),
  vi: async () => ({ ...(await import('@purser/i18n/operator/deposits/vi')).deposits, ...(await PAYOUT_WAITS.vi()) }),
});

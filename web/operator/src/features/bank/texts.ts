import type { bank } from '@purser/i18n/operator/bank/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof bank>({
  zh_Hans: async () => (await import('@purser/i18n/operator/bank/zh-hans')).bank,
  zh_Hant: async () => (await import('@purser/i18n/operator/bank/zh-hant')).bank,
  en: async () => (await import('@purser/i18n/operator/bank/en')).bank,
  vi: async () => (await import('@purser/i18n/operator/bank/vi')).bank,
});

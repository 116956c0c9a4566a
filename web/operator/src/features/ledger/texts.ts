import type { ledger } from '@purser/i18n/operator/ledger/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof ledger>({
  zh_Hans: async () => (await import('@purser/i18n/operator/ledger/zh-hans')).ledger,
  zh_Hant: async () => (await import('@purser/i18n/operator/ledger/zh-hant')).ledger,
  en: async () => (await import('@purser/i18n/operator/ledger/en')).ledger,
  vi: async () => (await import('@purser/i18n/operator/ledger/vi')).ledger,
});
export type T = ReturnType<typeof useT>;

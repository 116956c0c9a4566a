import type { chains } from '@purser/i18n/operator/chains/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT, useI18n } = featureTexts<typeof chains>({
  zh_Hans: async () => (await import('@purser/i18n/operator/chains/zh-hans')).chains,
  zh_Hant: async () => (await import('@purser/i18n/operator/chains/zh-hant')).chains,
  en: async () => (await import('@purser/i18n/operator/chains/en')).chains,
  vi: async () => (await import('@purser/i18n/operator/chains/vi')).chains,
});
export type ChainsKey = keyof typeof chains;
export type ChainsT = ReturnType<typeof useT>;

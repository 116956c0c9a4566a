import type { message } from '@purser/i18n/operator/message/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof message>({
  zh_Hans: async () => (await import('@purser/i18n/operator/message/zh-hans')).message,
  zh_Hant: async () => (await import('@purser/i18n/operator/message/zh-hant')).message,
  en: async () => (await import('@purser/i18n/operator/message/en')).message,
  vi: async () => (await import('@purser/i18n/operator/message/vi')).message,
});

export type T = ReturnType<typeof useT>;

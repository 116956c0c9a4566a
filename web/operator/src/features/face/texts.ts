import type { face } from '@purser/i18n/operator/face/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export const { texts, useT } = featureTexts<typeof face>({
  zh_Hans: async () => (await import('@purser/i18n/operator/face/zh-hans')).face,
  zh_Hant: async () => (await import('@purser/i18n/operator/face/zh-hant')).face,
  en: async () => (await import('@purser/i18n/operator/face/en')).face,
  vi: async () => (await import('@purser/i18n/operator/face/vi')).face,
});

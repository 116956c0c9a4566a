import type { ownAudit } from '@purser/i18n/console/own-audit/en';
import { featureTexts } from '../../shared/feature-texts.ts';

export type OwnTexts = typeof ownAudit;

export const { texts } = featureTexts<OwnTexts>({
  zh_Hans: async () => (await import('@purser/i18n/console/own-audit/zh-hans')).ownAudit,
  zh_Hant: async () => (await import('@purser/i18n/console/own-audit/zh-hant')).ownAudit,
  en: async () => (await import('@purser/i18n/console/own-audit/en')).ownAudit,
  vi: async () => (await import('@purser/i18n/console/own-audit/vi')).ownAudit,
});

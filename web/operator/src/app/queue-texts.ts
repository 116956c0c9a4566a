import type { LoadPageTexts } from '@purser/console-kit/page-texts';
import type { Catalogue } from '@purser/i18n/catalogue';
import type { queue } from '@purser/i18n/operator/queue/en';
import type { Language } from '@purser/contract/language';
import { type OwnTexts as ApprovalTexts, texts as approvals } from '../features/approvals/texts.ts';
import { texts as bank } from '../features/bank/texts.ts';
import { texts as identity } from '../features/identity/texts.ts';
import { type OwnTexts as ReviewTexts, texts as reviews } from '../features/reviews/texts.ts';
import { featureTexts } from '../shared/feature-texts.ts';
import type { bank as BankTexts } from '@purser/i18n/operator/bank/en';
import type { identity as IdentityTexts } from '@purser/i18n/operator/identity/en';

const own = featureTexts<typeof queue>({
  zh_Hans: async () => (await import('@purser/i18n/operator/queue/zh-hans')).queue,
  zh_Hant: async () => (await import('@purser/i18n/operator/queue/zh-hant')).queue,
  en: async () => (await import('@purser/i18n/operator/queue/en')).queue,
  vi: async () => (await import('@purser/i18n/operator/queue/vi')).queue,
});

/** What the queue says: its own texts, and those of every kind that waits in it. */
export type QueueTexts = typeof queue & ReviewTexts & ApprovalTexts & typeof IdentityTexts & typeof BankTexts;

const asked = new Map<Language, Promise<Catalogue>>();

export const queueTexts: LoadPageTexts = (language) => {
  const known = asked.get(language) ?? together(language);
  asked.set(language, known);
  return known;
};

async function together(language: Language): Promise<Catalogue> {
  const parts = await Promise.all([reviews, approvals, identity, bank, own.texts].map((load) => load(language)));
  return Object.assign({}, ...parts) as Catalogue;
}

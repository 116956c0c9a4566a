import type { Language } from './language.ts';
import type { Outcome } from './outcome.ts';
import { accessKeys } from './outcomes/access-keys.ts';
import { bankPayouts } from './outcomes/bank-payouts.ts';
import { adjustments } from './outcomes/adjustments.ts';
import { common } from './outcomes/common.ts';
import { content } from './outcomes/content.ts';
import { documents } from './outcomes/documents.ts';
import { chainReturns } from './outcomes/chain-returns.ts';
import { exchange } from './outcomes/exchange.ts';
import { face } from './outcomes/face.ts';
import { files } from './outcomes/files.ts';
import { identity } from './outcomes/identity.ts';
import { messages } from './outcomes/messages.ts';
import { operations } from './outcomes/operations.ts';
import { ledger } from './outcomes/ledger.ts';
import { liabilities } from './outcomes/liabilities.ts';
import { markets } from './outcomes/markets.ts';
import { orders } from './outcomes/orders.ts';
import { payers } from './outcomes/payers.ts';
import { privacy } from './outcomes/privacy.ts';
import { paymentLinks } from './outcomes/payment-links.ts';
import { payouts } from './outcomes/payouts.ts';
import { refunds } from './outcomes/refunds.ts';
import { reviews } from './outcomes/reviews.ts';
import { savedViews } from './outcomes/saved-views.ts';
import { signIn } from './outcomes/sign-in.ts';
import { staff } from './outcomes/staff.ts';
import { team } from './outcomes/team.ts';
import { transfers } from './outcomes/transfers.ts';
import { verifications } from './outcomes/verifications.ts';
import { webhooks } from './outcomes/webhooks.ts';
import { whiteList } from './outcomes/white-list.ts';
import { withdrawals } from './outcomes/withdrawals.ts';
import { fillText, type Placeholders } from './text.ts';
import { waitText } from './wait-text.ts';

/**
 * The catalogue of every outcome a call can have, one file of `outcomes/` per area. A code is a promise to integrators: it never
 * changes its meaning and is never used again for something else. Texts may hold placeholders such as {minimum} (text.ts); the
 * server fills them and answers in the request's language.
 */
export const OUTCOMES = {
  ...common,
  ...signIn,
  ...transfers,
  ...orders,
  ...paymentLinks,
  ...payers,
  ...accessKeys,
  ...verifications,
  ...webhooks,
  ...whiteList,
  ...savedViews,
  ...messages,
  ...staff,
  ...team,
  ...content,
  ...operations,
  ...files,
  ...identity,
  ...face,
  ...markets,
  ...ledger,
  ...liabilities,
  ...bankPayouts,
  ...payouts,
  ...reviews,
  ...refunds,
  ...withdrawals,
  ...adjustments,
  ...chainReturns,
  ...exchange,
  ...documents,
  ...privacy,
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

/** Does a refusal hold for the request itself? It is then kept under the request's idempotency key, and a mended request takes another. */
export function isFinal(name: OutcomeName): boolean {
  const { http, passing: holdsOnce }: Outcome = OUTCOMES[name];
  return http === 200 && holdsOnce !== true;
}

/** What a placeholder is filled from: `{wait}` from seconds, told as people tell a while. */
type ValueOf<Placeholder> = Placeholder extends 'wait' ? 'seconds' : Placeholder;

/** The values an outcome's text needs; `{}`-shaped where it needs none. */
export type OutcomeValues<Name extends OutcomeName> = Record<ValueOf<Placeholders<(typeof OUTCOMES)[Name]['text']['en']>>, string | number>;

/** The text of an outcome in a language, with its placeholders filled. */
export function outcomeText(name: OutcomeName, language: Language, values: Readonly<Record<string, string | number>> = {}): string {
  const { seconds } = values;
  const told = seconds === undefined ? values : { ...values, wait: waitText(Number(seconds), language) };
  return fillText(OUTCOMES[name].text[language], told);
}

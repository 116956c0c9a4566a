import type { Language } from './language.ts';
import type { Outcome } from './outcome.ts';
import { accessKeys } from './outcomes/access-keys.ts';
import { common } from './outcomes/common.ts';
import { orders } from './outcomes/orders.ts';
import { payers } from './outcomes/payers.ts';
import { signIn } from './outcomes/sign-in.ts';
import { transfers } from './outcomes/transfers.ts';
import { webhooks } from './outcomes/webhooks.ts';
import { fillText, type Placeholders } from './text.ts';

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
  ...payers,
  ...accessKeys,
  ...webhooks,
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

/** Does a refusal hold for the request itself? It is then kept under the request's idempotency key, and a mended request takes another. */
export function isFinal(name: OutcomeName): boolean {
  const { http, passing: holdsOnce }: Outcome = OUTCOMES[name];
  return http === 200 && holdsOnce !== true;
}

/** The codes that resolve a call; 6016 also resolves, with its detail shown as advice. */
export const SUCCESS_CODES: readonly number[] = [OUTCOMES.ok.code, OUTCOMES.step_required.code, OUTCOMES.already_done.code];

/** The values an outcome's text needs; `{}`-shaped where it needs none. */
export type OutcomeValues<Name extends OutcomeName> = Record<Placeholders<(typeof OUTCOMES)[Name]['text']['en']>, string | number>;

/** The text of an outcome in a language, with its placeholders filled. */
export function outcomeText(name: OutcomeName, language: Language, values: Readonly<Record<string, string | number>> = {}): string {
  return fillText(OUTCOMES[name].text[language], values);
}

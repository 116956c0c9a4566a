import { NO_ANSWER, type Answer } from './actions.ts';

/** Refusals that the order's or the payer's own screen tells better than a message would. */
export const TOLD_BY_ORDER: ReadonlySet<string> = new Set([
  'order_unknown',
  'order_already_paid',
  'order_cancelled',
  'order_expired',
  'merchant_suspended',
  'market_not_enabled',
  'insufficient_balance',
  'verification_incomplete',
  'payment_password_not_set',
  'payment_password_locked',
]);
const PAY_TRIES = 4;
const FIRST_WAIT_MS = 300;

/** Asks again while the answer is lost or the server is busy: the same grant pays once only. */
export async function insist<Data>(ask: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
  let answer = await ask();
  for (let tried = 1; tried < PAY_TRIES && !answer.ok && isPassing(answer.outcome); tried += 1) {
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tried - 1)));
    answer = await ask();
  }
  return answer;
}

function isPassing(outcome: string): boolean {
  return (
    outcome === NO_ANSWER ||
    outcome === 'busy' ||
    outcome === 'request_in_progress' ||
    outcome === 'not_ready' ||
    outcome === 'outcome_unknown' ||
    outcome === 'too_late'
  );
}

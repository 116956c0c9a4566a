import { ADJUSTMENT_RELEASED_AFTER_DAYS } from '@purser/contract/features/adjustment';
import { adjustmentMachine, type ReviewEvent } from '@purser/contract/review';
import { feeAccount, mainAccount } from '@purser/ledger/account';
import { posting, type Posting } from '@purser/ledger/posting';
import type { Queryable } from '@purser/ledger/accounts';
import { type Moved, reviewHold, reviewKind, type ReviewOrder, reviewPosting } from '../../domain/review-order.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { tellOfAdjustments } from './events.ts';
import { releasedAt } from './view.ts';

/**
 * A merchant increases a user's balance. What is available at once is completed as it is made. What is pending stands in the user's pending
 * bucket, whole, until it is released or goes back; the fee is taken as the user is given it, so that nothing is lost of what goes back.
 */
export const adjustmentKind = reviewKind({
  kind: 'adjustment',
  machine: adjustmentMachine,
  posting: postingOf,
  check: refuseLateTakeBacks,
  evidence: async (_, { appeal_reason: value }) => (value === '' ? [] : [{ name: 'appeal_reason', value }]),
  tells: (tx, _platform, moved) => tellOfAdjustments(tx, moved),
});

function postingOf(order: ReviewOrder, event: ReviewEvent | 'submit'): Posting | undefined {
  switch (event) {
    case 'submit':
      return order.balance_type === 'pending' ? keptPending(order) : given(order, false);
    case 'release':
    case 'approve':
      return given(order, true);
    case 'take_back':
    case 'reject':
      return takenBack(order);
    default:
      return undefined;
  }
}

function partsOf(order: ReviewOrder) {
  const { coin, amount, fee, settlement } = order;
  const [merchant, user] = [Number(order.owner_id), Number(order.payee_id)];
  return { coin, amount, fee, settlement, merchant, user, held: { hold: reviewHold(order) } };
}

/** The user has it: from the merchant, or out of what was kept pending. The user bears the fee. */
function given(order: ReviewOrder, wasPending: boolean): Posting {
  const { coin, amount, fee, settlement, merchant, user, held } = partsOf(order);
  const fees = { account: feeAccount(coin, merchant), available: fee, counterparty: merchant };
  const to = { account: mainAccount(user, coin), available: settlement, charge: fee, counterparty: merchant };
  if (wasPending) return posting(reviewPosting(order, 'release'), 'adjustment_released', [{ ...to, pending: -amount, ...held }, fees]);
  const from = { account: mainAccount(merchant, coin), available: -amount, counterparty: user };
  return posting(reviewPosting(order, 'submit'), 'adjustment_increase', [from, to, fees]);
}

function keptPending(order: ReviewOrder): Posting {
  const { coin, amount, merchant, user, held } = partsOf(order);
  return posting(reviewPosting(order, 'submit'), 'adjustment_increase', [
    { account: mainAccount(merchant, coin), available: -amount, counterparty: user },
    { account: mainAccount(user, coin), pending: amount, counterparty: merchant, ...held },
  ]);
}

function takenBack(order: ReviewOrder): Posting {
  const { coin, amount, merchant, user, held } = partsOf(order);
  return posting(reviewPosting(order, 'take_back'), 'adjustment_taken_back', [
    { account: mainAccount(user, coin), pending: -amount, counterparty: merchant, ...held },
    { account: mainAccount(merchant, coin), available: amount, counterparty: user },
  ]);
}

/** Once its days are over it is the user's, also in the moments before the job has come round. */
async function refuseLateTakeBacks(tx: Queryable, moved: readonly Moved[]): Promise<(Refusal | undefined)[]> {
  const taken = moved.filter(({ event }) => event === 'take_back');
  if (taken.length === 0) return moved.map(() => undefined);
  const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now');
  const now = rows[0]?.now ?? new Date(Number.NaN);
  return moved.map(({ order, event }) =>
    event === 'take_back' && releasedAt(order) <= now ? refuse('adjustment_due', { days: ADJUSTMENT_RELEASED_AFTER_DAYS }) : undefined,
  );
}

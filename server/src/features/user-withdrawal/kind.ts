import { userWithdrawalMachine } from '@purser/contract/review';
import { feeAccount, mainAccount } from '@purser/ledger/account';
import { type Posting, posting } from '@purser/ledger/posting';
import { planHold, planRelease, planSettlement } from '@purser/ledger/review-postings';
import { type Moved, reviewHold, type ReviewOrder, reviewKind, reviewPosting } from '../../domain/review-order.ts';
import { recordWebhookEvents } from '../../domain/webhook-events.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { withdrawalEvent } from './view.ts';

/** What of a withdrawal its postings are made of. */
export type PostedWithdrawal = Pick<
  ReviewOrder,
  'owner_id' | 'serial_number' | 'create_time' | 'coin' | 'amount' | 'fee' | 'settlement' | 'payee_id'
>;

/** Withdrawals of merchants' users. The merchant decides, whose money it is until then. */
export const userWithdrawals = reviewKind({
  kind: 'user_withdrawal',
  machine: userWithdrawalMachine,

  posting: (order, event) => {
    const { coin, amount: amount_minor, fee: fee_minor } = order;
    const account = mainAccount(Number(order.owner_id), coin);
    const held = { ...reviewPosting(order, event), account, hold: reviewHold(order), amount_minor };
    switch (event) {
      case 'submit':
        return planHold({ ...held, counterparty: Number(order.payee_id) });
      case 'approve':
        return planSettlement({ ...held, type: 'review_approved', to: mainAccount(Number(order.payee_id), coin), fee_minor });
      case 'reject':
        return planRelease({ ...held, type: 'review_rejected', counterparty: Number(order.payee_id) });
      case 'cancel':
        return planRelease({ ...held, type: 'review_cancelled', counterparty: Number(order.payee_id) });
      default:
        return undefined;
    }
  },

  check: async (tx, moved) => {
    const suspended = await suspendedPayees(tx, moved);
    return moved.map(({ order, event }): Refusal | undefined =>
      event === 'approve' && suspended.has(order.payee_id) ? refuse('payee_suspended') : undefined,
    );
  },

  tells: (tx, _platform, moved) => recordWebhookEvents(tx, moved.map(eventOf)),
});

/**
 * Pays a withdrawal out that nobody has to decide: as its approval would, and with the id of that, but out of what is available. The merchant
 * bears the fee, out of the amount that leaves its balance.
 */
export function payOutAtOnce(order: PostedWithdrawal): Posting {
  const { coin, amount, fee, settlement } = order;
  const [merchant, user] = [Number(order.owner_id), Number(order.payee_id)];
  return posting(reviewPosting(order, 'approve'), 'review_approved', [
    { account: mainAccount(merchant, coin), available: -amount, charge: fee, counterparty: user },
    { account: mainAccount(user, coin), available: settlement, counterparty: merchant },
    { account: feeAccount(coin, merchant), available: fee, counterparty: merchant },
  ]);
}

async function suspendedPayees(tx: Tx, moved: readonly Moved[]): Promise<ReadonlySet<bigint | null>> {
  const payees = moved.filter(({ event }) => event === 'approve').map(({ order }) => order.payee_id);
  if (payees.length === 0) return new Set();
  const { rows } = await tx.query<{ user_id: bigint }>({
    name: 'suspended-payees',
    text: `select user_id from wallet_user where user_id = any($1::bigint[]) and status || '' = 'suspended'`,
    values: [[...new Set(payees)]],
  });
  return new Set(rows.map(({ user_id }) => user_id));
}

function eventOf({ order, event }: Moved) {
  switch (event) {
    case 'approve':
      return withdrawalEvent('withdrawal.approved', order);
    case 'reject':
      return withdrawalEvent('withdrawal.rejected', order);
    default:
      return withdrawalEvent('withdrawal.cancelled', order);
  }
}

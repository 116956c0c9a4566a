import { feeOf } from '@purser/contract/money';
import type { Posting } from '@purser/ledger/posting';
import type { CoinTerms } from '../../domain/coin-terms.ts';
import type { Payee, WhichPayee } from '../../domain/payee.ts';
import { insertReviewOrders, type NewReviewOrder, newReviewNumber, type ReviewOrder } from '../../domain/review-order.ts';
import { writeWebhookEvents } from '../../domain/webhook-events.ts';
import { HELD, IN_TURN, type MoneyBatch } from '../../platform/commands/money-batch.ts';
import type { Writer } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { SignedCaller } from '../../platform/security/signed-requests.ts';
import { announce } from '../../platform/streams/hub.ts';
import { whyManual } from './exemption.ts';
import { payOutAtOnce, userWithdrawals } from './kind.ts';
import { addUse, type NewUse } from './limit-queries.ts';
import { lockWithdrawals, type Submission } from './submission.ts';
import { type OpenWithdrawal, openWithdrawalOf, withdrawalEvent } from './view.ts';

/** What a merchant's system asked for, already valid by itself. */
export interface CreateCommand extends Omit<WhichPayee, 'merchantId'> {
  readonly caller: SignedCaller;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the withdrawal is not made any more. */
  readonly deadline: Date;
  readonly orderId: string;
  readonly coin: string;
  readonly amount: string;
  readonly note: string;
}

interface Plan {
  readonly posting: Posting;
  readonly order: NewReviewOrder;
  /** What is used of the quota; undefined where somebody decides. */
  readonly use: NewUse | undefined;
  readonly webhookEvents: readonly string[];
}

/**
 * Submits withdrawals. Within the merchant's quota a withdrawal is paid out by the one posting of its approval; beyond it the amount is held
 * until somebody decides. The nonces of the requests
 * were noted before, as a command may have to be planned more than once.
 */
export const submissions: MoneyBatch<CreateCommand, Submission, Plan, OpenWithdrawal> = {
  name: 'withdrawal_create',
  fairnessKey: ({ caller }) => caller.merchantId,

  claim: ({ caller, idempotencyKey, requestHash }) => ({ ownerId: caller.merchantId, key: idempotencyKey, requestHash }),

  lock: lockWithdrawals,

  plan: (command, world) => {
    const { merchantId } = command.caller;
    if (world.held.has(merchantId)) return HELD;
    const merchant = world.merchants.get(merchantId);
    const key = { merchantId, coin: command.coin };
    const terms = world.terms.of(key);
    if (command.deadline < world.terms.now) throw refuse('too_late');
    if (!merchant || merchant.status === 'suspended') throw refuse('merchant_suspended');
    if (!terms) throw refuse('coin_unknown');
    if (!terms.is_on) throw refuse('coin_off', { coin: terms.code });
    if (world.isTaken(merchantId, command.orderId)) throw refuse('merchant_order_duplicate');
    const payee = payeeOf(world.payees.get(command), terms);
    const amount = askedAmount(command.amount, terms.decimals);
    const fee = feeOf(amount, terms.user_withdrawal_fee_bp);
    if (fee >= amount) throw refuse('fee_exceeds_amount');

    const { before, now } = world.limits.of(key) ?? {};
    const risks = world.risks.get(command) ?? [];
    const manual_because = [...whyManual(now, amount), ...risks];
    const isAutomatic = now !== undefined && manual_because.length === 0;
    // Whether earlier commands of this batch use the quota, or the number, is known only once they are posted.
    const isInDoubt = !isAutomatic && risks.length === 0 && whyManual(before, amount).length === 0;
    if (isInDoubt || !world.planNumber(merchantId, command.orderId)) return IN_TURN;
    if (isAutomatic) world.limits.use(key, amount);
    const identity = {
      owner_id: BigInt(merchantId),
      serial_number: newReviewNumber('user_withdrawal'),
      create_time: world.now,
      payee_id: BigInt(payee.userId),
    };
    const money = { coin: terms.code, amount, fee, settlement: amount - fee, fee_bp: terms.user_withdrawal_fee_bp };
    return {
      posting: isAutomatic ? payOutAtOnce({ ...identity, ...money }) : held({ ...identity, ...money }),
      order: {
        ...identity,
        ...money,
        kind: 'user_withdrawal',
        status: isAutomatic ? 'approved' : 'pending_review',
        review_mode: isAutomatic ? 'automatic' : 'manual',
        manual_because,
        order_id: command.orderId,
        payee_nick: payee.nick,
        external_account: command.externalAccount ?? '',
        note: command.note,
        submitted_by: command.caller.accessKey,
        ...(isAutomatic && { reviewer_kind: 'system', audit_time: world.now }),
      },
      use: isAutomatic ? { ...key, countedFrom: now.counted_from, amount } : undefined,
      webhookEvents: merchant.webhook_events,
    };
  },

  refusal: (why) => {
    if (why.outcome === 'insufficient') return refuse('insufficient_balance');
    if (why.outcome === 'account_missing') return refuse('market_not_enabled');
    // A fresh number cannot be a replay.
    return undefined;
  },

  apply: async (tx, made) => {
    const plans = made.map(({ plan }) => plan);
    const orders = await insertReviewOrders(
      tx,
      plans.map(({ order }) => order),
    );
    await tx.coins.know(
      orders.map(({ coin }) => coin),
      tx,
    );
    const subscriptions = new Map(plans.map(({ order, webhookEvents }) => [order.owner_id, webhookEvents]));
    const events = orders.map((order) =>
      withdrawalEvent(order.status === 'approved' ? 'withdrawal.approved' : 'withdrawal.created', order),
    );
    return {
      results: orders.map((order) => openWithdrawalOf(order, tx.coins)),
      write: async (last) => {
        await addUse(
          last,
          plans.flatMap(({ use }) => use ?? []),
        );
        await writeWebhookEvents(last, events, subscriptions);
        await tell(last, orders);
      },
    };
  },
};

/** The payee to whom money of these terms may go; throws the refusal. */
function payeeOf(found: Payee | 'payee_unknown' | 'payee_ambiguous' | undefined, { market }: CoinTerms): Payee {
  if (found === undefined || typeof found === 'string') throw refuse(found ?? 'payee_unknown');
  if (found.status === 'suspended') throw refuse('payee_suspended');
  if (market === null || !found.markets.includes(market)) throw refuse('market_not_enabled');
  return found;
}

function held(order: Parameters<typeof payOutAtOnce>[0]): Posting {
  const posting = userWithdrawals.posting(order as ReviewOrder, 'submit');
  if (!posting) throw new Error('a submitted withdrawal is not held');
  return posting;
}

async function tell(writer: Writer, orders: readonly ReviewOrder[]): Promise<void> {
  const owners = [...new Set(orders.map(({ owner_id }) => Number(owner_id)))];
  await announce(writer, { merchants: owners.map((owner) => [owner, ['reviews', 'balances']] as const) });
}

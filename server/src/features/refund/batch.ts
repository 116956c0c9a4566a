import { formatAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { isProvider } from '@purser/ledger/account';
import { derivedId } from '@purser/ledger/derived-id';
import { planRefund, type Posting } from '@purser/ledger/posting';
import { uuidv7 } from 'uuidv7';
import { holdOpenWallets } from '../../domain/payee.ts';
import { writeWebhookEvents } from '../../domain/webhook-events.ts';
import { HELD, type MoneyBatch } from '../../platform/commands/money-batch.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import {
  addRefunded,
  findRefundable,
  insertRefunds,
  lockRefundable,
  type RefundableOrder,
  takenRefundIds,
  type WhichOrder,
} from './queries.ts';
import { type Refund, refundEvent, refundOf, type RefundRecord } from './view.ts';

export interface RefundCommand extends WhichOrder {
  /** The merchant's own number of it; empty for one that is made in the console. */
  readonly refundId: string;
  readonly amount: string;
  readonly remark: string;
  /** Whether the merchant was shown that the order's fee comes back; undefined where it agrees to what holds now. */
  readonly returnsFee?: boolean | undefined;
  readonly from: Refund['refund_from'];
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the refund is not made any more. */
  readonly deadline: Date;
}

interface World {
  /** The orders that this transaction has locked, by both of their numbers. */
  readonly locked: ReadonlyMap<string, RefundableOrder>;
  /** Orders that somebody else has locked. */
  readonly held: ReadonlySet<string>;
  /** Numbers that the merchants have given to refunds already. */
  readonly taken: ReadonlySet<string>;
  readonly coins: Coins;
}

interface Plan {
  readonly posting: Posting;
  readonly refund: Omit<Refund, 'create_time'>;
  readonly webhookEvents: readonly string[];
}

/** Gives payers money back, each refund whole or not at all, and never more of an order than was paid. */
export const refunds: MoneyBatch<RefundCommand, World, Plan, RefundRecord> = {
  name: 'refund',
  fairnessKey: ({ merchantId }) => merchantId,
  claim: ({ merchantId, idempotencyKey, requestHash }) => ({ ownerId: merchantId, key: idempotencyKey, requestHash }),

  lock: async (tx, commands, { skipLocked }) => {
    const found = await lockRefundable(tx, commands, skipLocked ?? false);
    const open = await holdOpenWallets(
      tx,
      found.flatMap(({ payer_id }) => (payer_id === null ? [] : Number(payer_id))),
    );
    const orders = found.map((order): RefundableOrder => ({ ...order, payer_is_closed: !open.has(Number(order.payer_id)) }));
    await tx.coins.know(
      orders.map(({ coin }) => coin),
      tx,
    );
    const locked = new Map(orders.flatMap((order) => numbersOf(order).map((number) => [number, order] as const)));
    const missing = skipLocked ? commands.filter((command) => !locked.has(numberOf(command))) : [];
    const there = missing.length > 0 ? await findRefundable(tx, missing) : [];
    return { locked, held: new Set(there.flatMap(numbersOf)), taken: await takenRefundIds(tx, commands), coins: tx.coins };
  },

  plan: (command, { locked, held, taken, coins }) => {
    const order = locked.get(numberOf(command));
    if (!order && held.has(numberOf(command))) return HELD;
    return planOf(command, order, taken.has(`${command.merchantId} ${command.refundId}`), coins);
  },

  // What may be given back of an order is known once an earlier refund of it is made.
  drawsOn: ({ refund }) => `${refund.merchant_id} ${refund.order_serial_number}`,

  refusal: (result) => {
    const { outcome } = result;
    if (outcome === 'insufficient') return refuse(isProvider(result.account.owner_id) ? 'refund_fee_short' : 'insufficient_balance');
    // Its id is made of the merchant's own number.
    if (outcome === 'replayed' || outcome === 'content_mismatch') return refuse('merchant_refund_duplicate');
    return undefined;
  },

  apply: async (tx, made) => {
    const done = made.map(({ plan, postedAt }): Refund => ({ ...plan.refund, create_time: postedAt }));
    const subscriptions = new Map(made.map(({ plan }) => [plan.refund.merchant_id, plan.webhookEvents]));
    const merchants = [...new Set(done.map(({ merchant_id }) => Number(merchant_id)))];
    return {
      results: done.map((refund) => refundOf(refund, tx.coins)),
      write: async (last) => {
        await addRefunded(last, done);
        await insertRefunds(last, done);
        await writeWebhookEvents(last, done.map(refundEvent), subscriptions);
        await announce(last, { merchants: merchants.map((merchantId) => [merchantId, ['orders', 'balances']] as const) });
      },
    };
  },
};

/** What a refund would do to an order as it stands now; throws its refusal, the first in the contract's order of precedence. */
export function planOf(
  command: Pick<RefundCommand, 'refundId' | 'amount' | 'remark' | 'returnsFee' | 'from'>,
  order: RefundableOrder | undefined,
  isTaken: boolean,
  coins: Coins,
): Plan {
  if (order?.merchant_status === 'suspended') throw refuse('merchant_suspended');
  if (!order) throw refuse('order_unknown');
  if (order.status !== 'paid' || order.payer_id === null) throw refuse('order_not_paid');
  if (order.payer_is_closed) throw refuse('account_closed');
  if (isTaken) throw refuse('merchant_refund_duplicate');
  const decimals = coins.decimalsOf(order.coin);
  const amount = askedAmount(command.amount, decimals);
  if (amount === 0n) throw refuse('amount_below_minimum', { minimum: `${formatAmount(1n, decimals)} ${order.coin}` });
  const rest = order.amount - order.refunded;
  if (amount > rest) throw refuse('refund_above_rest', { rest: `${formatAmount(rest, decimals)} ${order.coin}` });
  if (command.returnsFee !== undefined && command.returnsFee !== order.refund_returns_fee) throw refuse('fee_changed');

  // Reward funds were spent first, so they come back last.
  const own = order.amount - order.from_reward;
  const ownLeft = order.refunded < own ? own - order.refunded : 0n;
  const toReward = amount > ownLeft ? amount - ownLeft : 0n;
  const feeReturned = order.refund_returns_fee ? feeOfPart(order, order.refunded + amount) - feeOfPart(order, order.refunded) : 0n;
  const serial_number = newSerialNumber('refund');
  const merchant = Number(order.merchant_id);
  return {
    posting: planRefund({
      owner_id: merchant,
      posting_id: command.refundId === '' ? uuidv7() : refundPostingId(merchant, command.refundId),
      serial_number,
      merchant,
      payer: Number(order.payer_id),
      coin: order.coin,
      amount_minor: amount,
      reward_minor: toReward,
      fee_minor: feeReturned,
    }),
    refund: {
      merchant_id: order.merchant_id,
      serial_number,
      refund_id: command.refundId,
      order_serial_number: order.serial_number,
      order_id: order.order_id,
      payer_id: order.payer_id,
      payer_nick: order.payer_nick ?? '',
      coin: order.coin,
      amount,
      to_reward: toReward,
      fee_returned: feeReturned,
      remark: command.remark,
      refund_from: command.from,
    },
    webhookEvents: order.webhook_events,
  };
}

/**
 * The fee of a part of an order, rounded down. What the parts of an order give back is the difference of two of these, so that together they give
 * back the fee to the last unit and never more.
 */
function feeOfPart({ amount, handling_fee }: Pick<RefundableOrder, 'amount' | 'handling_fee'>, part: bigint): bigint {
  return (handling_fee * part) / amount;
}

/** One for each number that a merchant gives, whatever the order and the day: so the ledger itself refuses to use a number twice. */
function refundPostingId(merchantId: number, refundId: string): string {
  return derivedId(`refund ${merchantId} ${refundId}`, new Date(0));
}

function numberOf({ merchantId, serialNumber, orderId }: WhichOrder): string {
  return serialNumber === undefined ? `${merchantId} own ${orderId}` : `${merchantId} ${serialNumber}`;
}

function numbersOf({ merchant_id, serial_number, order_id }: RefundableOrder): string[] {
  return [`${merchant_id} ${serial_number}`, `${merchant_id} own ${order_id}`];
}

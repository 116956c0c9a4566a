import { createHash } from 'node:crypto';
import { coinOfMarket, MARKETS } from '@purser/contract/coin';
import { planPayment, type Posting } from '@purser/ledger/posting';
import { postBatch, type PostingResult } from '@purser/ledger/store';
import { lockedBy, type CommandResult } from '../../platform/commands/batcher.ts';
import { recordOrderEvents, type PaymentOrder } from '../../domain/order-events.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import {
  findOrders,
  findPayingUsers,
  lockOrders,
  markPaid,
  type OrderKey,
  type PaidOrder,
  type PayableOrder,
  type PayingUser,
} from './queries.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** One payer pays one order; the grant has been verified. */
export interface PayCommand extends OrderKey {
  readonly userId: number;
  /** The session that the payer came with: a logout or ban that was faster stops the payment. */
  readonly tokenHash: Buffer;
  /** When the grant ends: a payment that waited in the queue beyond it is refused. */
  readonly grantedUntil: Date;
  readonly useReward: boolean;
  /** After this time of the database's the payment is not made any more. */
  readonly deadline: Date;
}

/**
 * `first` is false for a payer who had paid this order before. `again`: the payer's reward funds moved in the meantime,
 * and the payment is to be planned anew.
 */
export type Paid = { readonly again: false; readonly first: boolean; readonly order: PaymentOrder } | { readonly again: true };

type Result = CommandResult<Paid>;
const LOCKED: Result = { ok: false, locked: 'own' };
type Planned = {
  readonly command: PayCommand;
  readonly order: PayableOrder;
  readonly user: PayingUser;
  readonly posting: Posting;
  readonly fromReward: bigint;
};

/**
 * Pays orders, in the order of the commands, in one transaction and with one statement for each step whatever their number:
 * orders are locked before accounts, always. A refused command disturbs none of its neighbours.
 */
export async function payOrders(
  tx: Tx,
  { ledgerKey, publicUrl, skipLocked = false }: { readonly ledgerKey: Buffer; readonly publicUrl: string; readonly skipLocked?: boolean },
  commands: readonly PayCommand[],
): Promise<Result[]> {
  // Sent together and run in this order: the payers are read once the orders are locked.
  const [locked, users] = await Promise.all([lockOrders(tx, commands, skipLocked), findPayingUsers(tx, commands)]);
  const orders = new Map(locked.map((order) => [order.token, order]));
  const held = skipLocked ? await heldOrders(tx, commands, orders) : new Set<string>();
  const rewardTaken = new Set<string>();
  const planned = commands.map((command, index) =>
    held.has(command.token) ? LOCKED : plan(command, orders.get(command.token), users.get(index), rewardTaken),
  );
  const results = await postBatch(
    tx,
    ledgerKey,
    planned.flatMap((step) => ('posting' in step ? [step.posting] : [])),
    { skipLocked },
  );
  const winners = new Map<string, Planned & { paidTime: Date }>();
  let place = 0;
  const outcomes = planned.map((step): PostingResult | undefined => {
    if (!('posting' in step)) return undefined;
    const outcome = results[place] as PostingResult;
    place += 1;
    if (outcome.outcome === 'posted') winners.set(step.order.token, { ...step, paidTime: outcome.posted_at });
    return outcome;
  });
  const paid = await settle(tx, publicUrl, [...winners.values()]);
  return planned.map((step, index) => {
    const outcome = outcomes[index];
    return outcome && 'posting' in step ? resultOf(step, outcome, winners, paid) : (step as Result);
  });
}

/** Orders that are there, and locked by somebody else. */
async function heldOrders(
  tx: Tx,
  commands: readonly PayCommand[],
  locked: ReadonlyMap<string, PayableOrder>,
): Promise<ReadonlySet<string>> {
  const missing = commands.filter(({ token }) => !locked.has(token));
  return new Set(missing.length === 0 ? [] : (await findOrders(tx, missing)).map(({ token }) => token));
}

/** Writes the orders' new state and tells whom it concerns. */
async function settle(
  tx: Tx,
  publicUrl: string,
  winners: readonly (Planned & { paidTime: Date })[],
): Promise<ReadonlyMap<string, PaymentOrder>> {
  const rows = await markPaid(
    tx,
    winners.map(({ order, command, user, fromReward, paidTime }): PaidOrder => ({
      order,
      payerId: command.userId,
      payerNick: user.nick,
      fromReward,
      paidTime,
    })),
  );
  await recordOrderEvents(
    tx,
    publicUrl,
    rows.map((order) => ({ type: 'order.paid', order })),
  );
  return new Map(rows.map((order) => [order.token, order]));
}

/** The posting of a payment, or what keeps it from being made, in the contract's order of precedence. */
function plan(
  command: PayCommand,
  order: PayableOrder | undefined,
  user: PayingUser | undefined,
  rewardTaken: Set<string>,
): Planned | Result {
  if (!user?.signed_in) return refused(refuse('unauthenticated'));
  if (command.deadline < user.now) return refused(refuse('too_late'));
  if (command.grantedUntil < user.now) return refused(refuse('payment_grant_refused'));
  if (!order) return refused(refuse('order_unknown'));
  if (order.status === 'paid') {
    if (Number(order.payer_id) === command.userId) return { ok: true, value: { again: false, first: false, order } };
    return refused(refuse('order_already_paid'));
  }
  if (order.status === 'cancelled') return refused(refuse('order_cancelled'));
  if (order.status === 'expired' || order.expire_time <= user.now) {
    return refused(refuse('order_expired', { time: order.expire_time.toISOString() }));
  }
  if (user.status === 'suspended') return refused(refuse('payer_suspended'));
  if (order.merchant_status === 'suspended') return refused(refuse('merchant_suspended'));
  if (!MARKETS.some((market) => user.markets.includes(market) && coinOfMarket(market) === order.coin)) {
    return refused(refuse('market_not_enabled'));
  }
  let fromReward = 0n;
  if (command.useReward) {
    // Whether an earlier payment of this batch leaves these funds is known only once it is posted.
    const funds = `${command.userId} ${order.coin}`;
    if (rewardTaken.has(funds)) return { ok: true, value: { again: true } };
    rewardTaken.add(funds);
    fromReward = user.reward < order.amount ? user.reward : order.amount;
  }
  const planned = planPayment({
    owner_id: Number(order.merchant_id),
    posting_id: postingIdOf(order),
    serial_number: order.serial_number,
    payer: command.userId,
    merchant: Number(order.merchant_id),
    coin: order.coin,
    amount_minor: order.amount,
    reward_minor: fromReward,
    fee_minor: order.handling_fee,
  });
  return { command, order, user, posting: { ...planned, deadline: command.deadline }, fromReward };
}

function resultOf(
  { command, order }: Planned,
  outcome: PostingResult,
  winners: ReadonlyMap<string, Planned>,
  paid: ReadonlyMap<string, PaymentOrder>,
): Result {
  const row = paid.get(order.token);
  switch (outcome.outcome) {
    case 'posted':
      if (!row) throw new Error(`order ${order.serial_number} was posted but not marked`);
      return { ok: true, value: { again: false, first: true, order: row } };
    case 'replayed':
    case 'content_mismatch':
      // Only within this batch: the order was open when it was locked.
      if (!row) return broken(order, 'is open, yet its payment was posted before');
      if (winners.get(order.token)?.command.userId === command.userId)
        return { ok: true, value: { again: false, first: false, order: row } };
      return refused(refuse('order_already_paid'));
    case 'insufficient':
      if (outcome.account.purpose === 'reward') return { ok: true, value: { again: true } };
      return refused(refuse('insufficient_balance'));
    case 'account_missing':
      return refused(outcome.account.owner_id === command.userId ? refuse('market_not_enabled') : refuse('merchant_suspended'));
    case 'late':
      return refused(refuse('too_late'));
    case 'locked':
      return { ok: false, locked: lockedBy(outcome.account) };
    case 'malformed':
    case 'overflow':
      return broken(order, `came back from the ledger as ${outcome.outcome}`);
  }
}

/** A fault of ours in one payment, which must not take its neighbours with it. */
function broken(order: PaymentOrder, what: string): Result {
  return { ok: false, refusal: new Error(`the payment of order ${order.serial_number} ${what}`) };
}

function refused(refusal: Refusal): Result {
  return { ok: false, refusal };
}

/**
 * The one posting that can pay an order: an id made of the order alone, so that the ledger itself refuses a second payment.
 * Laid out as UUIDv7 (RFC 9562, section 5.7) with the order's own time, so that ids of one merchant grow with time.
 */
export function postingIdOf(order: Pick<PaymentOrder, 'merchant_id' | 'serial_number' | 'create_time'>): string {
  const bytes = createHash('sha256').update(`payment ${order.merchant_id} ${order.serial_number}`).digest().subarray(0, 16);
  bytes.writeUIntBE(order.create_time.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

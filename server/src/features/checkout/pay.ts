import type { OutputOf } from '@purser/contract/call';
import { waysOfBits } from '@purser/contract/checkout-ways';
import type { checkoutPay } from '@purser/contract/features/checkout';
import { statesAllowing } from '@purser/contract/machine';
import { paymentOrderMachine } from '@purser/contract/payment-order';
import { derivedId } from '@purser/ledger/derived-id';
import { planPayment, type Posting } from '@purser/ledger/posting';
import { writeOrderEvents } from '../../domain/order-events.ts';
import { markPaid } from '../../domain/order-transitions.ts';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import { returnAddressOf } from '../../domain/return-address.ts';
import type { Repetition } from '../../platform/commands/idempotency.ts';
import { AGAIN, HELD, type MoneyBatch } from '../../platform/commands/money-batch.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import { findOrders, findPayingUsers, lockOrders, type OrderKey, type PayableOrder, type PayingUser } from './queries.ts';

export type Receipt = OutputOf<typeof checkoutPay>;

/** One payer pays one order; the grant has been verified. */
export interface PayCommand extends OrderKey, Repetition {
  readonly userId: number;
  /** The session that the payer came with: a logout or ban that was faster stops the payment. */
  readonly tokenHash: Buffer;
  /** When the grant ends: a payment that waited in the queue beyond it is refused. */
  readonly grantedUntil: Date;
  readonly useReward: boolean;
  /** After this time of the database's the payment is not made any more. */
  readonly deadline: Date;
}

interface World {
  readonly orders: ReadonlyMap<string, PayableOrder>;
  /** Tokens of orders of other groups, which are not locked. */
  readonly elsewhere: ReadonlySet<string>;
  /** Tokens of orders that are there, and locked by somebody else. */
  readonly held: ReadonlySet<string>;
  readonly users: ReadonlyMap<PayCommand, PayingUser>;
}

interface Plan {
  readonly command: Pick<PayCommand, 'merchantId' | 'useReward' | 'userId'>;
  readonly order: PayableOrder;
  readonly user: Pick<PayingUser, 'nick'>;
  readonly posting: Posting;
  readonly fromReward: bigint;
}

/** Pays orders, in the order of the commands. The payer who paid an order gets its receipt again, however often they ask. */
export const payments = (publicUrl: string, coins: Coins): MoneyBatch<PayCommand, World, Plan, Receipt> => ({
  name: 'pay',
  fairnessKey: ({ merchantId }) => merchantId,
  claim: ({ userId, idempotencyKey, requestHash }) => ({ ownerId: userId, key: idempotencyKey, requestHash }),

  lock: async (tx, commands, { skipLocked, groups }) => {
    // An order of another group is locked in the transaction that makes the merchant's half.
    const elsewhere = commands.filter(({ merchantId, userId }) => groups && groups.of(merchantId) !== groups.of(userId));
    const here = elsewhere.length === 0 ? commands : commands.filter((command) => !elsewhere.includes(command));
    // Sent together and run in this order: the payers are read once the orders are locked.
    const [locked, users, found] = await Promise.all([
      lockOrders(tx, here, skipLocked),
      findPayingUsers(tx, commands),
      elsewhere.length === 0 ? [] : findOrders(tx, elsewhere),
    ]);
    const seen = [...found, ...locked];
    await coins.know(
      seen.map(({ coin }) => coin),
      tx,
    );
    const orders = new Map(seen.map((order) => [order.token, order]));
    return {
      orders,
      elsewhere: new Set(elsewhere.map(({ token }) => token)),
      held: skipLocked ? await heldOrders(tx, commands, orders) : new Set(),
      users: new Map(commands.flatMap((command, index) => asEntry(command, users.get(index)))),
    };
  },

  plan: (command, { orders, elsewhere, held, users }) => {
    const [order, user] = [orders.get(command.token), users.get(command)];
    if (held.has(command.token)) return HELD;
    if (!user?.signed_in) throw refuse('unauthenticated');
    if (command.deadline < user.now) throw refuse('too_late');
    if (command.grantedUntil < user.now) throw refuse('payment_grant_refused');
    if (!order) throw refuse('order_unknown');
    if (order.status === 'paid') {
      if (Number(order.payer_id) !== command.userId) throw refuse('order_already_paid');
      return { ok: true, value: new Answer('already_done', receiptOf(order, coins)) };
    }
    if (order.status === 'cancelled') throw refuse('order_cancelled');
    // Of an order of another group only what is final is known here: while nobody has it locked, a payment in time may be on its way to it.
    if (order.status === 'expired' || (order.expire_time <= user.now && !elsewhere.has(command.token))) {
      throw refuse('order_expired', { time: order.expire_time.toISOString() });
    }
    if (user.status === 'suspended') throw refuse('payer_suspended');
    if (order.merchant_status === 'suspended') throw refuse('merchant_suspended');
    if (!coins.dealsIn(user.markets, order.coin)) throw refuse('market_not_enabled');
    const ways = waysOfBits(order.ways);
    const reward = command.useReward && ways.includes('reward') ? BigInt(user.rewards?.[order.coin] ?? 0) : 0n;
    const fromReward = reward < order.amount ? reward : order.amount;
    if (fromReward < order.amount && !ways.includes('balance')) throw refuse('insufficient_balance');
    const posting = planPayment({
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
    return { command, order, user, posting, fromReward };
  },

  drawsOn: ({ command, order }) => (command.useReward ? `${command.userId} ${order.coin}` : undefined),

  refusal: (why, { command }, twin) => {
    switch (why.outcome) {
      case 'replayed':
      case 'content_mismatch':
        // Within one batch only: the order was open when it was locked.
        if (!twin || twin.result instanceof Refusal) return undefined;
        if (twin.plan.command.userId !== command.userId) return refuse('order_already_paid');
        return { ok: true, value: new Answer('already_done', twin.result) };
      case 'insufficient':
        return why.account.purpose === 'reward' ? AGAIN : refuse('insufficient_balance');
      case 'account_missing':
        return refuse(why.account.owner_id === command.userId ? 'market_not_enabled' : 'merchant_suspended');
    }
  },

  apply: async (_tx, made) => {
    const paid = made.map(({ plan, postedAt }) => paidOrder(plan, postedAt));
    const events = paid.map((order) => ({ type: 'order.paid', order }) as const);
    const subscriptions = new Map(made.map(({ plan: { order } }) => [order.merchant_id, order.webhook_events]));
    return {
      results: paid.map((order) => receiptOf(order, coins)),
      write: async (last) => {
        await markPaid(last, paid);
        await writeOrderEvents(last, publicUrl, events, subscriptions);
      },
    };
  },

  halves: {
    home: ({ userId }) => userId,
    keep: ({ command, order, user, fromReward }): Kept => ({
      merchantId: command.merchantId,
      token: order.token,
      userId: command.userId,
      nick: user.nick,
      fromReward: String(fromReward),
    }),
    resume: async (tx, crossings, { skipLocked }) => {
      const all = crossings.map(({ kept }) => kept as Kept);
      const locked = await lockOrders(tx, all, skipLocked);
      await coins.know(
        locked.map(({ coin }) => coin),
        tx,
      );
      const orders = new Map(locked.map((order) => [order.token, order]));
      const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now');
      const now = rows[0]?.now ?? new Date(0);
      const paying = new Set<string>();
      return crossings.map(({ crossing }, index) => {
        const { merchantId, token, userId, nick, fromReward } = all[index] as Kept;
        const order = orders.get(token);
        if (!order) return skipLocked ? 'held' : { refuse: 'order_unknown' };
        // What decides is the order as it stands now, in its own group: others may have been told by then that its time is over.
        if (order.status === 'expired' || (isPayable(order) && order.expire_time <= now))
          return { refuse: `expired ${order.expire_time.toISOString()}` };
        if (!isPayable(order)) return { refuse: order.status };
        if (paying.has(token)) return { refuse: 'paid' };
        paying.add(token);
        return {
          command: { merchantId, userId, useReward: false },
          order,
          user: { nick },
          posting: crossing.second,
          fromReward: BigInt(fromReward),
        };
      });
    },
    refusal: (reason) => {
      const [what = '', time = ''] = reason.split(' ');
      return what === 'expired' ? refuse('order_expired', { time }) : refuse(REFUSED_BY[what] ?? 'busy');
    },
  },
});

function isPayable({ status }: PayableOrder): boolean {
  return statesAllowing(paymentOrderMachine, 'pay').includes(status);
}

/** What the second half of a payment must know of the first, as it is kept. */
interface Kept extends OrderKey {
  readonly userId: number;
  readonly nick: string;
  readonly fromReward: string;
}

/** What a payer is told whose money was given back, by what had become of the order meanwhile. */
const REFUSED_BY: Readonly<Record<string, 'order_already_paid' | 'order_cancelled' | 'order_unknown'>> = {
  paid: 'order_already_paid',
  cancelled: 'order_cancelled',
  order_unknown: 'order_unknown',
};

/** Orders that are there, and locked by somebody else. */
async function heldOrders(
  tx: Tx,
  commands: readonly PayCommand[],
  locked: ReadonlyMap<string, PayableOrder>,
): Promise<ReadonlySet<string>> {
  const missing = commands.filter(({ token }) => !locked.has(token));
  return new Set(missing.length === 0 ? [] : (await findOrders(tx, missing)).map(({ token }) => token));
}

function asEntry<Key, Value>(key: Key, value: Value | undefined): [Key, Value][] {
  return value === undefined ? [] : [[key, value]];
}

/** The locked order's row as the payment leaves it. */
function paidOrder({ order, command, user, fromReward }: Plan, paidTime: Date): PaymentOrder {
  return {
    ...order,
    status: 'paid',
    payer_id: BigInt(command.userId),
    payer_nick: user.nick,
    from_reward: fromReward,
    paid_time: paidTime,
    update_time: paidTime,
  };
}

function receiptOf(order: PaymentOrder, coins: Coins): Receipt {
  if (!order.paid_time) throw new Error(`order ${order.serial_number} is paid without a time`);
  return {
    serial_number: order.serial_number,
    paid_time: order.paid_time.toISOString(),
    amount: coins.format(order.amount, order.coin),
    from_reward: coins.format(order.from_reward, order.coin),
    return_address: returnAddressOf(order),
  };
}

/** The one posting that can pay an order: an id made of the order alone, so that the ledger itself refuses a second payment. */
export function postingIdOf(order: Pick<PaymentOrder, 'merchant_id' | 'serial_number' | 'create_time'>): string {
  return derivedId(`payment ${order.merchant_id} ${order.serial_number}`, order.create_time);
}

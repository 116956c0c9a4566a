import type { Queryable } from '@purser/ledger/accounts';
import { statesAllowing } from '@purser/contract/machine';
import { paymentOrderMachine } from '@purser/contract/payment-order';
import type { PaymentOrder } from '../../domain/order-events.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** An order with what its payment page and its payment need to know of the merchant. */
export interface PayableOrder extends PaymentOrder {
  readonly merchant_name: string;
  readonly merchant_status: 'normal' | 'suspended';
}

export interface OrderKey {
  readonly merchantId: number;
  readonly token: string;
}

const SELECT_ORDERS = `
  select payment_order.*, merchant.name as merchant_name, merchant.status as merchant_status
  from unnest($1::bigint[], $2::text[]) as asked (merchant_id, token)
  join payment_order using (merchant_id, token)
  cross join lateral (select name, status from merchant where merchant.merchant_id = asked.merchant_id limit 1) as merchant`;

/** Orders by their tokens, in any order; an unknown token has no row. */
export async function findOrders(db: Queryable, keys: readonly OrderKey[]): Promise<PayableOrder[]> {
  const { rows } = await db.query<PayableOrder>({ name: 'find-payable-orders', text: SELECT_ORDERS, values: columnsOf(keys) });
  return rows;
}

/**
 * The same, locked until the transaction ends: in key order, so that two batches never wait for each other in a circle. With
 * `skipLocked`, those that somebody else has locked are left out.
 */
export async function lockOrders(tx: Tx, keys: readonly OrderKey[], skipLocked = false): Promise<PayableOrder[]> {
  const { rows } = await tx.query<PayableOrder>({
    name: skipLocked ? 'lock-free-payable-orders' : 'lock-payable-orders',
    text: `${SELECT_ORDERS}
      order by payment_order.merchant_id, payment_order.serial_number
      for no key update of payment_order ${skipLocked ? 'skip locked' : ''}`,
    values: columnsOf([...new Map(keys.map((key) => [key.token, key])).values()]),
  });
  return rows;
}

function columnsOf(keys: readonly OrderKey[]): [number[], string[]] {
  return [keys.map(({ merchantId }) => merchantId), keys.map(({ token }) => token)];
}

/** A payer as they stand now: whether the session they came with still holds, and what reward funds they have in a coin. */
export interface PayingUser {
  readonly position: bigint;
  readonly nick: string;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly signed_in: boolean;
  readonly reward: bigint;
  /** The database's clock, after the orders were locked: the one that decides whether a payment is late. */
  readonly now: Date;
}

export async function findPayingUsers(
  tx: Tx,
  payers: readonly (OrderKey & { userId: number; tokenHash: Buffer })[],
): Promise<ReadonlyMap<number, PayingUser>> {
  const { rows } = await tx.query<PayingUser>({
    name: 'find-paying-users',
    text: `
      select asked.position, wallet_user.nick, wallet_user.status, wallet_user.markets, clock_timestamp() as now,
        coalesce(session.expires_at > now(), false) as signed_in, coalesce(account.available, 0) as reward
      from unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::text[]) with ordinality
        as asked (user_id, token_hash, merchant_id, token, position)
      cross join lateral (select nick, status, markets from wallet_user where user_id = asked.user_id limit 1) as wallet_user
      left join lateral (
        select expires_at from session where owner_id = asked.user_id and token_hash = asked.token_hash limit 1
      ) as session on true
      left join lateral (
        select coin from payment_order where merchant_id = asked.merchant_id and token = asked.token limit 1
      ) as paid on true
      left join lateral (
        select available from ledger.account where owner_id = asked.user_id and coin = paid.coin and purpose = 'reward' limit 1
      ) as account on true`,
    values: [
      payers.map(({ userId }) => userId),
      payers.map(({ tokenHash }) => tokenHash),
      payers.map(({ merchantId }) => merchantId),
      payers.map(({ token }) => token),
    ],
  });
  return new Map(rows.map((row) => [Number(row.position) - 1, row]));
}

export interface PaidOrder {
  readonly order: PayableOrder;
  readonly payerId: number;
  readonly payerNick: string;
  readonly fromReward: bigint;
  readonly paidTime: Date;
}

/** Marks locked orders as paid and answers with their rows as they are then. */
export async function markPaid(tx: Tx, paid: readonly PaidOrder[]): Promise<PaymentOrder[]> {
  if (paid.length === 0) return [];
  const { rows } = await tx.query<PaymentOrder>({
    name: 'mark-orders-paid',
    text: `
      update payment_order set status = 'paid', payer_id = paid.payer_id, payer_nick = paid.payer_nick,
        from_reward = paid.from_reward, paid_time = paid.paid_time, update_time = paid.paid_time
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::timestamptz[])
        as paid (merchant_id, serial_number, payer_id, payer_nick, from_reward, paid_time)
      where payment_order.merchant_id = paid.merchant_id and payment_order.serial_number = paid.serial_number
        -- Written so that no index of unpaid orders takes part: old statistics would prefer it to the key.
        and payment_order.status || '' = any($7)
      returning payment_order.*`,
    values: [
      paid.map(({ order }) => order.merchant_id),
      paid.map(({ order }) => order.serial_number),
      paid.map(({ payerId }) => payerId),
      paid.map(({ payerNick }) => payerNick),
      paid.map(({ fromReward }) => fromReward),
      paid.map(({ paidTime }) => paidTime),
      statesAllowing(paymentOrderMachine, 'pay'),
    ],
  });
  if (rows.length !== paid.length) throw new Error(`${paid.length} orders were paid but ${rows.length} could be marked`);
  return rows;
}

export async function markScanned(tx: Tx, { merchantId, token }: OrderKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update payment_order set status = 'scanned', update_time = now()
     where merchant_id = $1 and token = $2 and status || '' = 'created' and expire_time > clock_timestamp()`,
    [merchantId, token],
  );
  return rowCount === 1;
}

/** Cancels a locked order; nothing when its time is over, also in the seconds before the expiry job has come round. */
export async function markAbandoned(tx: Tx, order: PaymentOrder): Promise<PaymentOrder | undefined> {
  const { rows } = await tx.query<PaymentOrder>(
    `update payment_order set status = 'cancelled', cancelled_by = 'payer', update_time = now()
     where merchant_id = $1 and serial_number = $2 and status || '' = any($3) and expire_time > clock_timestamp() returning *`,
    [order.merchant_id, order.serial_number, statesAllowing(paymentOrderMachine, 'cancel')],
  );
  return rows[0];
}

export interface PayerRow {
  readonly nick: string;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly has_payment_password: boolean;
}

/** Within the payer's own scope. */
export async function findPayer(tx: Tx, userId: number): Promise<PayerRow | undefined> {
  const { rows } = await tx.query<PayerRow>(
    `select nick, status, markets, payment_password_hash is not null as has_payment_password from wallet_user where user_id = $1`,
    [userId],
  );
  return rows[0];
}

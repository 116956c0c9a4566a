import type { Queryable } from '@purser/ledger/accounts';
import { bigintArray, byteaArray, textArray } from '@purser/ledger/sql-array';
import { HELD_UNTIL } from '../../domain/payment-password.ts';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** An order with what its payment page and its payment need to know of the merchant. */
export interface PayableOrder extends PaymentOrder {
  readonly merchant_name: string;
  readonly merchant_logo_file_id: string | null;
  readonly merchant_status: 'normal' | 'suspended';
  /** What the merchant's webhook endpoints are told of. */
  readonly webhook_events: readonly string[];
}

export interface OrderKey {
  readonly merchantId: number;
  readonly token: string;
}

const SELECT_ORDERS = `
  select payment_order.*, merchant.name as merchant_name, merchant.logo_file_id as merchant_logo_file_id, merchant.status as merchant_status,
    merchant.webhook_events
  from unnest($1::bigint[], $2::text[]) as asked (merchant_id, token)
  join payment_order using (merchant_id, token)
  cross join lateral (
    select name, logo_file_id, status, webhook_events from merchant where merchant.merchant_id = payment_order.merchant_id group by merchant_id
  ) as merchant`;

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
  if (tx.isDistributed) {
    const asked = keys.map(({ merchantId, token }) => ({ ownerId: merchantId, key: token }));
    const locked = await lockByOwner(
      tx,
      { table: 'payment_order', owner: 'merchant_id', key: 'token' },
      asked,
      'for no key update',
      skipLocked,
    );
    return findOrders(
      tx,
      locked.map(({ ownerId, key }) => ({ merchantId: ownerId, token: key })),
    );
  }
  const { rows } = await tx.query<PayableOrder>({
    name: skipLocked ? 'lock-free-payable-orders' : 'lock-payable-orders',
    text: `${SELECT_ORDERS}
      order by payment_order.merchant_id, payment_order.serial_number
      for no key update of payment_order ${skipLocked ? 'skip locked' : ''}`,
    values: columnsOf([...new Map(keys.map((key) => [key.token, key])).values()]),
  });
  return rows;
}

function columnsOf(keys: readonly OrderKey[]): Buffer[] {
  return [bigintArray(keys.map(({ merchantId }) => merchantId)), textArray(keys.map(({ token }) => token))];
}

/** A payer as they stand now: whether the session they came with still holds, and what reward funds they have. */
export interface PayingUser {
  readonly nick: string;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly signed_in: boolean;
  /** Minor units by coin, where the payer wants to use them. */
  readonly rewards: Readonly<Record<string, string>> | null;
  /** The database's clock, after the orders were locked: the one that decides whether a payment is late. */
  readonly now: Date;
}

interface Payer {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly useReward: boolean;
}

/** Payers by their place in the list; one who is unknown has none. */
export async function findPayingUsers(tx: Tx, payers: readonly Payer[]): Promise<ReadonlyMap<number, PayingUser>> {
  const asking = tx.query<Omit<PayingUser, 'rewards'> & { readonly position: bigint }>({
    name: 'find-paying-users',
    text: `
      select asked.position, wallet_user.nick, wallet_user.status, wallet_user.markets, clock_timestamp() as now,
        coalesce(session.expires_at > now(), false) as signed_in
      from unnest($1::bigint[], $2::bytea[]) with ordinality as asked (user_id, token_hash, position)
      cross join lateral (
        select user_id, nick, status, markets from wallet_user where user_id = asked.user_id group by user_id
      ) as wallet_user
      left join lateral (
        select expires_at from session where owner_id = wallet_user.user_id and token_hash = asked.token_hash group by owner_id, token_hash
      ) as session on true`,
    values: [bigintArray(payers.map(({ userId }) => userId)), byteaArray(payers.map(({ tokenHash }) => tokenHash))],
  });
  // Sent together.
  const [{ rows }, rewards] = await Promise.all([asking, findRewards(tx, payers)]);
  return new Map(
    rows.map(({ position, ...row }) => {
      const place = Number(position) - 1;
      return [place, { ...row, rewards: rewards.get(payers[place]?.userId ?? 0) ?? null }];
    }),
  );
}

/** The reward funds of those who want to use them. */
async function findRewards(tx: Tx, payers: readonly Payer[]): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>> {
  const using = payers.filter(({ useReward }) => useReward);
  if (using.length === 0) return new Map();
  const { rows } = await tx.query<{ owner_id: bigint; rewards: Record<string, string> }>({
    text: `
      select owner_id, jsonb_object_agg(coin, available::text) as rewards
      from ledger.account where owner_id = any($1::bigint[]) and purpose = 'reward' group by owner_id`,
    values: [bigintArray(using.map(({ userId }) => userId))],
  });
  return new Map(rows.map(({ owner_id, rewards }) => [Number(owner_id), rewards]));
}

export interface PayerRow {
  readonly nick: string;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly has_payment_password: boolean;
  readonly has_passkey: boolean;
  /** Null when it is not locked now. */
  readonly payment_password_locked_until: Date | null;
  /** Null when it may be changed now. */
  readonly payment_password_held_until: Date | null;
}

/** Within the payer's own scope. */
export async function findPayer(tx: Tx, userId: number): Promise<PayerRow | undefined> {
  const { rows } = await tx.query<PayerRow>(
    `select nick, status, markets, payment_password_hash is not null as has_payment_password,
       exists (select from payer_passkey where payer_passkey.user_id = wallet_user.user_id) as has_passkey,
       case when payment_password_locked_until > now() then payment_password_locked_until end as payment_password_locked_until,
       ${HELD_UNTIL} as payment_password_held_until
     from wallet_user where user_id = $1`,
    [userId],
  );
  return rows[0];
}

import type { Queryable } from '@purser/ledger/accounts';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx, Writer } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Refund } from './view.ts';

/** Which order money is given back of: by Purser's number or by the merchant's own. */
export interface WhichOrder {
  readonly merchantId: number;
  readonly serialNumber?: string | undefined;
  readonly orderId?: string | undefined;
}

/** An order with what its refund needs to know of the merchant. */
export interface RefundableOrder extends PaymentOrder {
  readonly merchant_status: 'normal' | 'suspended';
  /** The payer has closed the account: nobody could take the money out of it. */
  readonly payer_is_closed: boolean;
  /** What the merchant's webhook endpoints are told of. */
  readonly webhook_events: readonly string[];
  /** Whether refunds give the merchant the fee back, by its own terms or the coin's. */
  readonly refund_returns_fee: boolean;
}

const KEYS = `
  select found.merchant_id, found.serial_number
  from unnest($1::bigint[], $2::text[]) as asked (merchant_id, serial_number)
  join payment_order as found on found.merchant_id = asked.merchant_id and found.serial_number = asked.serial_number
  union all
  select found.merchant_id, found.serial_number
  from unnest($1::bigint[], $3::text[]) as asked (merchant_id, order_id)
  join payment_order as found on found.merchant_id = asked.merchant_id and found.order_id = asked.order_id`;

const ORDERS = `
  select payment_order.*, merchant.status as merchant_status, merchant.webhook_events,
    coalesce(own.refund_returns_fee, coin.refund_returns_fee) as refund_returns_fee
  from (select distinct merchant_id, serial_number from (${KEYS}) as keys) as asked
  join payment_order using (merchant_id, serial_number)
  cross join lateral (
    select status, webhook_events from merchant where merchant.merchant_id = payment_order.merchant_id group by merchant_id
  ) as merchant
  left join lateral (
    select refund_returns_fee from merchant_terms
    where merchant_terms.merchant_id = payment_order.merchant_id and merchant_terms.coin = payment_order.coin group by merchant_id, coin
  ) as own on true
  left join lateral (select refund_returns_fee from coin where coin.code = payment_order.coin group by code) as coin on true`;

/** What stands with the orders themselves. */
type Found = Omit<RefundableOrder, 'payer_is_closed'>;

function columnsOf(which: readonly WhichOrder[]): [number[], (string | null)[], (string | null)[]] {
  return [
    which.map(({ merchantId }) => merchantId),
    which.map(({ serialNumber }) => serialNumber ?? null),
    which.map(({ orderId }) => orderId ?? null),
  ];
}

/** Orders in any order; an unknown one has no row. */
export async function findRefundable(db: Queryable, which: readonly WhichOrder[]): Promise<RefundableOrder[]> {
  const { rows } = await db.query<Found>({ name: 'find-refundable-orders', text: ORDERS, values: columnsOf(which) });
  const { rows: closed } = await db.query<{ user_id: bigint }>({
    name: 'closed-payers',
    // Asked by the key, and not which are closed: old statistics would look through all that are.
    text: `
      select user_id from unnest($1::bigint[]) as asked (payer_id)
      cross join lateral (select user_id, closed_at from wallet_user where user_id = asked.payer_id group by user_id) as payer
      where closed_at is not null`,
    values: [rows.map(({ payer_id }) => payer_id)],
  });
  const isClosed = new Set(closed.map(({ user_id }) => user_id));
  return rows.map((row) => ({ ...row, payer_is_closed: row.payer_id !== null && isClosed.has(row.payer_id) }));
}

/**
 * The same, locked until the transaction ends: in key order, so that two batches never wait for each other in a circle. With `skipLocked`, those
 * that somebody else has locked are left out. Whether payers may still be paid is for `holdOpenWallets` to say.
 */
export async function lockRefundable(tx: Tx, which: readonly WhichOrder[], skipLocked: boolean): Promise<Found[]> {
  if (tx.isDistributed) return lockOnNodes(tx, which, skipLocked);
  const { rows } = await tx.query<Found>({
    name: skipLocked ? 'lock-free-refundable-orders' : 'lock-refundable-orders',
    text: `${ORDERS}
      order by payment_order.merchant_id, payment_order.serial_number
      for no key update of payment_order ${skipLocked ? 'skip locked' : ''}`,
    values: columnsOf(which),
  });
  return rows;
}

async function lockOnNodes(tx: Tx, which: readonly WhichOrder[], skipLocked: boolean): Promise<Found[]> {
  const { rows: keys } = await tx.query<{ merchant_id: bigint; serial_number: string }>(KEYS, columnsOf(which));
  const asked = keys.map(({ merchant_id, serial_number }) => ({ ownerId: Number(merchant_id), key: serial_number }));
  const locked = await lockByOwner(
    tx,
    { table: 'payment_order', owner: 'merchant_id', key: 'serial_number' },
    asked,
    'for no key update',
    skipLocked,
  );
  const { rows } = await tx.query<Found>(ORDERS, columnsOf(locked.map(({ ownerId, key }) => ({ merchantId: ownerId, serialNumber: key }))));
  return rows;
}

/** Which of the numbers are given to refunds already, as "merchant number". */
export async function takenRefundIds(
  db: Queryable,
  asked: readonly { readonly merchantId: number; readonly refundId: string }[],
): Promise<Set<string>> {
  const named = asked.filter(({ refundId }) => refundId !== '');
  if (named.length === 0) return new Set();
  const { rows } = await db.query<{ merchant_id: bigint; refund_id: string }>({
    name: 'taken-refund-ids',
    text: `
      select taken.merchant_id, taken.refund_id
      from unnest($1::bigint[], $2::text[]) as asked (merchant_id, refund_id)
      cross join lateral (
        select merchant_id, refund_id from refund
        where refund.merchant_id = asked.merchant_id and refund.refund_id = asked.refund_id and refund.refund_id <> ''
        group by merchant_id, refund_id
      ) as taken`,
    values: [named.map(({ merchantId }) => merchantId), named.map(({ refundId }) => refundId)],
  });
  return new Set(rows.map(({ merchant_id, refund_id }) => `${merchant_id} ${refund_id}`));
}

/** Adds to what is given back of orders that are locked. */
export async function addRefunded(writer: Writer, refunds: readonly Refund[]): Promise<void> {
  await writer.query({
    name: 'add-refunded',
    text: `
      update payment_order set refunded = payment_order.refunded + given.amount, update_time = given.time
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[]) as given (merchant_id, serial_number, amount, time)
      where payment_order.merchant_id = given.merchant_id and payment_order.serial_number = given.serial_number`,
    values: [
      refunds.map(({ merchant_id }) => merchant_id),
      refunds.map(({ order_serial_number }) => order_serial_number),
      refunds.map(({ amount }) => amount),
      refunds.map(({ create_time }) => create_time),
    ],
  });
}

export async function insertRefunds(writer: Writer, refunds: readonly Refund[]): Promise<void> {
  await writer.query({
    name: 'insert-refunds',
    text: `
      insert into refund (merchant_id, serial_number, refund_id, order_serial_number, order_id, payer_id, payer_nick, coin, amount, to_reward,
        remark, refund_from, create_time, fee_returned)
      select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::bigint[],
        $10::bigint[], $11::text[], $12::text[], $13::timestamptz[], $14::bigint[])`,
    values: [
      refunds.map(({ merchant_id }) => merchant_id),
      refunds.map(({ serial_number }) => serial_number),
      refunds.map(({ refund_id }) => refund_id),
      refunds.map(({ order_serial_number }) => order_serial_number),
      refunds.map(({ order_id }) => order_id),
      refunds.map(({ payer_id }) => payer_id),
      refunds.map(({ payer_nick }) => payer_nick),
      refunds.map(({ coin }) => coin),
      refunds.map(({ amount }) => amount),
      refunds.map(({ to_reward }) => to_reward),
      refunds.map(({ remark }) => remark),
      refunds.map(({ refund_from }) => refund_from),
      refunds.map(({ create_time }) => create_time),
      refunds.map(({ fee_returned }) => fee_returned),
    ],
  });
}

/** Which refund: by Purser's number or by the merchant's own. */
export type WhichRefund = { readonly serial_number: string } | { readonly refund_id: string };

/** One of the merchant's refunds, its coin known. Refuses with refund_unknown. */
export async function findRefund(tx: Tx, merchantId: number, which: WhichRefund): Promise<Refund> {
  const [column, value] = 'serial_number' in which ? ['serial_number', which.serial_number] : ['refund_id', which.refund_id];
  const { rows } = await tx.query<Refund>(`select * from refund where merchant_id = $1 and ${column} = $2 and ${column} <> ''`, [
    merchantId,
    value,
  ]);
  const [refund] = rows;
  if (!refund) throw refuse('refund_unknown');
  await tx.coins.know([refund.coin], tx);
  return refund;
}

import { statesAllowing } from '@purser/contract/machine';
import { type CancelledBy, paymentOrderMachine } from '@purser/contract/payment-order';
import { bigintArray, textArray, timeArray } from '@purser/ledger/sql-array';
import { keyedWrite, type MerchantWrite, type WriteSteps } from '../platform/commands/write.ts';
import { lockByOwner } from '../platform/database/lock-by-owner.ts';
import type { Tx, Writer } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import { Answer } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { recordOrderEvents } from './order-events.ts';
import { findOrder, type PaymentOrder, type Which } from './payment-order.ts';

/** Notes that an unpaid order's code was scanned; false when it was before, or the order is closed. */
export async function markScanned(
  tx: Tx,
  { merchantId, token }: { readonly merchantId: number; readonly token: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update payment_order set status = 'scanned', scanned_time = now(), update_time = now()
     where merchant_id = $1 and token = $2 and status || '' = 'created' and expire_time > statement_timestamp()`,
    [merchantId, token],
  );
  return rowCount === 1;
}

/** Writes orders that are locked and paid now. The statement fails if one of them cannot be paid any more. */
export async function markPaid(writer: Writer, paid: readonly PaymentOrder[]): Promise<void> {
  await writer.query({
    name: 'mark-orders-paid',
    text: `
      with marked as (
        update payment_order set status = 'paid', payer_id = paid.payer_id, payer_nick = paid.payer_nick,
          from_reward = paid.from_reward, paid_time = paid.paid_time, update_time = paid.paid_time
        from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::timestamptz[])
          as paid (merchant_id, serial_number, payer_id, payer_nick, from_reward, paid_time)
        where payment_order.merchant_id = paid.merchant_id and payment_order.serial_number = paid.serial_number
          -- Written so that no index of unpaid orders takes part: old statistics would prefer it to the key.
          and payment_order.status || '' = any($7)
        returning 1
      )
      -- What is no number fails.
      select case when count(*) = cardinality($2) then 1 else (count(*) || ' of the paid orders could be marked')::integer end from marked`,
    values: [
      bigintArray(paid.map(({ merchant_id }) => merchant_id)),
      textArray(paid.map(({ serial_number }) => serial_number)),
      bigintArray(paid.map(({ payer_id }) => payer_id ?? undefined)),
      paid.map(({ payer_nick }) => payer_nick),
      bigintArray(paid.map(({ from_reward }) => from_reward)),
      timeArray(paid.map(({ paid_time }) => paid_time ?? undefined)),
      statesAllowing(paymentOrderMachine, 'pay'),
    ],
  });
}

/**
 * Cancels a locked order and tells whom it concerns; undefined when it was cancelled before. Throws order_already_paid, and
 * order_expired when its time is over, also in the seconds before the expiry job has come round: the clock that decides is the one
 * that a payment goes by.
 */
export async function cancelOrder(tx: Tx, publicUrl: string, order: PaymentOrder, by: CancelledBy): Promise<PaymentOrder | undefined> {
  if (order.status === 'cancelled') return undefined;
  if (order.status === 'paid') throw refuse('order_already_paid');
  const { rows } = await tx.query<PaymentOrder>(
    `update payment_order set status = 'cancelled', cancelled_by = $3, update_time = now()
     where merchant_id = $1 and serial_number = $2 and status || '' = any($4) and expire_time > statement_timestamp() returning *`,
    [order.merchant_id, order.serial_number, by, statesAllowing(paymentOrderMachine, 'cancel')],
  );
  const [cancelled] = rows;
  if (!cancelled) throw refuse('order_expired', { time: order.expire_time.toISOString() });
  await recordOrderEvents(tx, publicUrl, [{ type: 'order.cancelled', order: cancelled }]);
  return cancelled;
}

/** Cancels, for the merchant, every order of a payment link that could still be paid, and tells whom it concerns; answers how many there were. */
export async function cancelOrdersOfLink(tx: Tx, publicUrl: string, merchantId: number, linkNumber: string): Promise<number> {
  const { rows } = await tx.query<PaymentOrder>(
    // In key order, as payments lock them.
    `with unpaid as (
       select merchant_id, serial_number from payment_order
       where merchant_id = $1 and link_number = $2 and link_number <> '' and status || '' = any($3) and expire_time > clock_timestamp()
       order by merchant_id, serial_number
       for no key update
     )
     update payment_order set status = 'cancelled', cancelled_by = 'merchant', update_time = now()
     from unpaid
     where payment_order.merchant_id = unpaid.merchant_id and payment_order.serial_number = unpaid.serial_number
     returning payment_order.*`,
    [merchantId, linkNumber, statesAllowing(paymentOrderMachine, 'cancel')],
  );
  await recordOrderEvents(
    tx,
    publicUrl,
    rows.map((order) => ({ type: 'order.cancelled', order })),
  );
  return rows.length;
}

/** Ends a locked, unpaid order so that its payer can open another: cancelled by them, or expired where its time is over. */
export async function giveUpOrder(tx: Tx, publicUrl: string, { merchant_id, serial_number }: PaymentOrder): Promise<void> {
  const { rows } = await tx.query<PaymentOrder>(
    `with moment as materialized (select expire_time > now() as is_early from payment_order where merchant_id = $1 and serial_number = $2)
     update payment_order set status = case when is_early then 'cancelled' else 'expired' end,
       cancelled_by = case when is_early then 'payer' end, update_time = now()
     from moment where merchant_id = $1 and serial_number = $2 and status || '' = any($3) returning payment_order.*`,
    [merchant_id, serial_number, statesAllowing(paymentOrderMachine, 'cancel')],
  );
  await recordOrderEvents(
    tx,
    publicUrl,
    rows.map((order) => ({ type: order.status === 'expired' ? 'order.expired' : 'order.cancelled', order })),
  );
}

interface Closing<View> extends Pick<WriteSteps<View, undefined>, 'audit'> {
  /** What the answer shows of the order. */
  readonly show: (order: PaymentOrder) => View;
}

/**
 * Closes one of the merchant's orders that nobody has paid; one that was cancelled before stays as it is, and the answer says so.
 * Refuses with order_unknown, and as `cancelOrder` does.
 */
export function closeOrder<View>(
  platform: Platform,
  which: Which,
  context: MerchantWrite,
  { show, audit }: Closing<View>,
): Promise<View | Answer<View>> {
  return keyedWrite(platform, context, {
    audit,
    act: async (tx) => {
      const order = await findOrder(tx, context.merchantId, which, 'for update');
      const cancelled = await cancelOrder(tx, platform.settings.publicUrl, order, 'merchant');
      return cancelled ? show(cancelled) : new Answer('already_done', show(order));
    },
  });
}

/**
 * Expires at most `most` orders whose time is over. What a payment holds locked is left alone: the payment decides, and
 * if it fails the next round takes the order.
 */
export async function expireOrders(tx: Tx, most: number): Promise<PaymentOrder[]> {
  if (tx.isDistributed) return expireOnNodes(tx, most);
  const { rows } = await tx.query<PaymentOrder>({
    name: 'expire-payment-orders',
    text: `
      with due as (
        select merchant_id, serial_number from payment_order
        where status in ('created', 'scanned') and expire_time <= now()
        order by expire_time
        limit $1
        for update skip locked
      )
      update payment_order set status = 'expired', update_time = now()
      from due
      where payment_order.merchant_id = due.merchant_id and payment_order.serial_number = due.serial_number
      returning payment_order.*`,
    values: [most],
  });
  return rows;
}

/** The same where tables are distributed: looked for, locked owner after owner, and then looked at again. */
async function expireOnNodes(tx: Tx, most: number): Promise<PaymentOrder[]> {
  const { rows: due } = await tx.query<{ merchant_id: bigint; serial_number: string }>(
    `select merchant_id, serial_number from payment_order where status in ('created', 'scanned') and expire_time <= now() order by expire_time limit $1`,
    [most],
  );
  const asked = due.map(({ merchant_id, serial_number }) => ({ ownerId: Number(merchant_id), key: serial_number }));
  const locked = await lockByOwner(
    tx,
    { table: 'payment_order', owner: 'merchant_id', key: 'serial_number' },
    asked,
    'for no key update',
    true,
  );
  const { rows } = await tx.query<PaymentOrder>(
    `update payment_order set status = 'expired', update_time = now()
     from unnest($1::bigint[], $2::text[]) as due (merchant_id, serial_number)
     where payment_order.merchant_id = due.merchant_id and payment_order.serial_number = due.serial_number and status in ('created', 'scanned')
     returning payment_order.*`,
    [locked.map(({ ownerId }) => ownerId), locked.map(({ key }) => key)],
  );
  return rows;
}

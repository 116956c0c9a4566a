import type { OutputOf } from '@purser/contract/call';
import type { openOrderCreate } from '@purser/contract/features/open-order';
import type { Selectable } from 'kysely';
import type { Coins } from '../platform/database/coins.ts';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';

export type PaymentOrder = Selectable<Schema['payment_order']>;
export type OpenOrder = OutputOf<typeof openOrderCreate>;

/** An order as merchants' systems see it: in the open API's answers and in webhooks. Its coin has been known. */
export function openOrderOf(order: PaymentOrder, publicUrl: string, coins: Coins): OpenOrder {
  return {
    serial_number: order.serial_number,
    order_id: order.order_id,
    coin_name: order.coin,
    amount: coins.format(order.amount, order.coin),
    handling_fee: coins.format(order.handling_fee, order.coin),
    settlement_amount: coins.format(order.settlement_amount, order.coin),
    order_type: order.order_type,
    order_from: order.order_from,
    order_status: order.status,
    cancelled_by: order.cancelled_by,
    external_account: order.external_account,
    description: order.description,
    payment_url: `${publicUrl}/pay/${order.token}`,
    create_time: order.create_time.toISOString(),
    expire_time: order.expire_time.toISOString(),
    paid_time: order.paid_time?.toISOString() ?? null,
    refunded_amount: coins.format(order.refunded, order.coin),
  };
}

/** Which order: by Purser's serial number or by the merchant's own number. */
export type Which = { readonly serial_number: string } | { readonly order_id: string };

/** One of the merchant's orders, its coin known. Refuses with order_unknown. */
export async function findOrder(tx: Tx, merchantId: number, which: Which, lock: '' | 'for update' = ''): Promise<PaymentOrder> {
  const [column, value] = 'serial_number' in which ? ['serial_number', which.serial_number] : ['order_id', which.order_id];
  const { rows } = await tx.query<PaymentOrder>(`select * from payment_order where merchant_id = $1 and ${column} = $2 ${lock}`, [
    merchantId,
    value,
  ]);
  const [order] = rows;
  if (!order) throw refuse('order_unknown');
  await tx.coins.know([order.coin], tx);
  return order;
}

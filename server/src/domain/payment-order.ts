import type { OutputOf } from '@purser/contract/call';
import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import type { openOrderCreate } from '@purser/contract/features/open-order';
import { formatAmount } from '@purser/contract/money';
import type { Selectable } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';

export type PaymentOrder = Selectable<Schema['payment_order']>;
export type OpenOrder = OutputOf<typeof openOrderCreate>;

/** An order as merchants' systems see it: in the open API's answers and in webhooks. */
export function openOrderOf(order: PaymentOrder, publicUrl: string): OpenOrder {
  const decimals = decimalsOf(order.coin);
  return {
    serial_number: order.serial_number,
    order_id: order.order_id,
    coin_name: order.coin as CoinCode,
    amount: formatAmount(order.amount, decimals),
    handling_fee: formatAmount(order.handling_fee, decimals),
    settlement_amount: formatAmount(order.settlement_amount, decimals),
    order_status: order.status,
    cancelled_by: order.cancelled_by,
    external_account: order.external_account,
    description: order.description,
    payment_url: `${publicUrl}/pay/${order.token}`,
    create_time: order.create_time.toISOString(),
    expire_time: order.expire_time.toISOString(),
    paid_time: order.paid_time?.toISOString() ?? null,
  };
}

/** Which order: by Purser's serial number or by the merchant's own number. */
export type Which = { readonly serial_number: string } | { readonly order_id: string };

export async function findOrder(tx: Tx, merchantId: number, which: Which, lock: boolean): Promise<PaymentOrder | undefined> {
  const [column, value] = 'serial_number' in which ? ['serial_number', which.serial_number] : ['order_id', which.order_id];
  const { rows } = await tx.query<PaymentOrder>(
    `select * from payment_order where merchant_id = $1 and ${column} = $2 ${lock ? 'for update' : ''}`,
    [merchantId, value],
  );
  return rows[0];
}

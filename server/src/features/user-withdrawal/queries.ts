import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';

/** Which withdrawal: by Purser's serial number or by the merchant's own number. */
export type Which = { readonly serial_number: string } | { readonly order_id: string };

/** One of the merchant's withdrawals, its coin known. Refuses with order_unknown. */
export async function findWithdrawal(tx: Tx, merchantId: number, which: Which): Promise<ReviewOrder> {
  const [column, value] = 'serial_number' in which ? ['serial_number', which.serial_number] : ['order_id', which.order_id];
  const { rows } = await tx.query<ReviewOrder>(
    `select * from review_order where owner_id = $1 and kind = 'user_withdrawal' and ${column} = $2 and ${column} <> ''`,
    [merchantId, value],
  );
  const [order] = rows;
  if (!order) throw refuse('order_unknown');
  await tx.coins.know([order.coin], tx);
  return order;
}

import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { orderDetail } from '@purser/contract/features/order';
import { closeOrder } from '../../domain/order-transitions.ts';
import { findOrder, openOrderOf, type PaymentOrder } from '../../domain/payment-order.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Platform } from '../../platform/platform.ts';

type Order = OutputOf<typeof orderDetail>;
type Which = ParsedInputOf<typeof orderDetail>;

/** One of the merchant's orders; refuses with order_unknown. */
export async function orderDetails({ db, settings }: Platform, which: Which, { merchantId }: MerchantContext): Promise<Order> {
  const order = await db.scoped(merchantId, (tx) => findOrder(tx, merchantId, which));
  return orderOf(order, settings.publicUrl, db.coins);
}

/** Closes one of the merchant's orders (see `closeOrder`), which the audit log notes as an act of the console. */
export function closeOwnOrder(platform: Platform, which: Which, context: MerchantContext): Promise<Order | Answer<Order>> {
  return closeOrder(platform, which, context, {
    show: (order) => orderOf(order, platform.settings.publicUrl, platform.db.coins),
    audit: ({ serial_number }) => ({ action: 'order.close', details: { serial_number } }),
  });
}

function orderOf(order: PaymentOrder, publicUrl: string, coins: Coins): Order {
  return {
    ...openOrderOf(order, publicUrl, coins),
    payment_id: order.payer_id === null ? null : Number(order.payer_id),
    nick: order.payer_nick,
    link_number: order.link_number,
    return_address: order.return_address,
    scanned_time: order.scanned_time?.toISOString() ?? null,
    update_time: order.update_time.toISOString(),
  };
}

import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { orderDetail } from '@purser/contract/features/order';
import { cancelOrder } from '../../domain/order-transitions.ts';
import { findOrder, openOrderOf, type PaymentOrder } from '../../domain/payment-order.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type Order = OutputOf<typeof orderDetail>;
type Which = ParsedInputOf<typeof orderDetail>;

/** One of the merchant's orders; refuses with order_unknown. */
export async function orderDetails({ db, settings }: Platform, which: Which, { merchantId }: MerchantContext): Promise<Order> {
  const order = await db.scoped(merchantId, (tx) => findOrder(tx, merchantId, which, false));
  if (!order) throw refuse('order_unknown');
  return orderOf(order, settings.publicUrl);
}

/** Cancels one of the merchant's orders that nobody has paid; one that was cancelled before stays as it is, and the answer says so. */
export function closeOwnOrder(platform: Platform, which: Which, context: MerchantContext): Promise<Order | Answer<Order>> {
  const { publicUrl } = platform.settings;
  return keyedWrite(platform, context, {
    act: async (tx) => {
      const order = await findOrder(tx, context.merchantId, which, true);
      if (!order) throw refuse('order_unknown');
      const cancelled = await cancelOrder(tx, publicUrl, order, 'merchant');
      return cancelled ? orderOf(cancelled, publicUrl) : new Answer('already_done', orderOf(order, publicUrl));
    },
    audit: ({ serial_number }) => ({ action: 'order.close', details: { serial_number } }),
  });
}

function orderOf(order: PaymentOrder, publicUrl: string): Order {
  return {
    ...openOrderOf(order, publicUrl),
    payment_id: order.payer_id === null ? null : Number(order.payer_id),
    nick: order.payer_nick,
    order_type: 'collection',
    order_from: order.order_from,
    return_address: order.return_address,
    scanned_time: order.scanned_time?.toISOString() ?? null,
    update_time: order.update_time.toISOString(),
  };
}

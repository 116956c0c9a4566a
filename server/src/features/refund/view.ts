import type { OutputOf } from '@purser/contract/call';
import type { openRefundQuery } from '@purser/contract/features/refund';
import type { Selectable } from 'kysely';
import type { MerchantEvent } from '../../domain/webhook-events.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type Refund = Selectable<Schema['refund']>;
export type RefundRecord = OutputOf<typeof openRefundQuery>;

/** A refund as merchants and their systems see it. Its coin has been known. */
export function refundOf(refund: Refund, coins: Coins): RefundRecord {
  return {
    create_time: refund.create_time.toISOString(),
    serial_number: refund.serial_number,
    refund_id: refund.refund_id,
    order_serial_number: refund.order_serial_number,
    order_id: refund.order_id,
    payment_id: Number(refund.payer_id),
    nick: refund.payer_nick,
    coin_name: refund.coin,
    amount: coins.format(refund.amount, refund.coin),
    to_reward: coins.format(refund.to_reward, refund.coin),
    fee_returned: coins.format(refund.fee_returned, refund.coin),
    remark: refund.remark,
    refund_from: refund.refund_from,
  };
}

/** Merchants' systems are told of a refund among the events of its order. */
export function refundEvent(refund: Refund): MerchantEvent<'order.refunded'> {
  return {
    type: 'order.refunded',
    merchantId: refund.merchant_id,
    serialNumber: refund.order_serial_number,
    time: refund.create_time,
    coins: [refund.coin],
    dataOf: (coins) => refundOf(refund, coins),
  };
}

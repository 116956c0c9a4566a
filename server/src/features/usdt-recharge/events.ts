import type { ReviewEvent } from '@purser/contract/review';
import type { Moved } from '../../domain/review-order.ts';
import { type MerchantEventType, recordWebhookEvents } from '../../domain/webhook-events.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { rechargeOf } from './view.ts';

type RechargeEventType = Extract<MerchantEventType, `recharge.${string}`>;

const TOLD: Readonly<Partial<Record<ReviewEvent, RechargeEventType>>> = { approve: 'recharge.approved', reject: 'recharge.rejected' };

/** Tells the systems of merchants what was decided of their recharges. */
export function tellOfRecharges(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const events = moved.flatMap(({ order, event }) => {
    const type = TOLD[event];
    if (!type) return [];
    const { owner_id: merchantId, serial_number: serialNumber, update_time: time, coin } = order;
    return [{ type, merchantId, serialNumber, time, coins: [coin], dataOf: (coins: Tx['coins']) => rechargeOf(order, coins) }];
  });
  return recordWebhookEvents(tx, events);
}

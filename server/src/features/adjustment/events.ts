import type { ReviewEvent } from '@purser/contract/review';
import type { Moved } from '../../domain/review-order.ts';
import { type MerchantEventType, recordWebhookEvents } from '../../domain/webhook-events.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { adjustmentOf } from './view.ts';

type AdjustmentEventType = Extract<MerchantEventType, `adjustment.${string}`>;

const TOLD: Readonly<Partial<Record<ReviewEvent, AdjustmentEventType>>> = {
  release: 'adjustment.completed',
  approve: 'adjustment.completed',
  take_back: 'adjustment.cancelled',
  reject: 'adjustment.cancelled',
  appeal: 'adjustment.appealed',
};

/** Tells the systems of merchants what became of their adjustments. */
export function tellOfAdjustments(tx: Tx, moved: readonly Pick<Moved, 'order' | 'event'>[]): Promise<void> {
  const events = moved.flatMap(({ order, event }) => {
    const type = TOLD[event];
    if (!type) return [];
    const { owner_id: merchantId, serial_number: serialNumber, update_time: time, coin } = order;
    return [{ type, merchantId, serialNumber, time, coins: [coin], dataOf: (coins: Tx['coins']) => adjustmentOf(order, coins) }];
  });
  return recordWebhookEvents(tx, events);
}

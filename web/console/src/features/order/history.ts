import type { OrderRecord } from './api.ts';

type Step = 'created' | 'scanned' | 'paid' | 'cancelledByPayer' | 'cancelledByMerchant' | 'expired' | 'waiting';

export interface Happened {
  readonly step: Step;
  /** Null for what is yet to come. */
  readonly time: string | null;
}

/** What is known to have happened to an order, in order, and what it waits for. */
export function historyOf(order: OrderRecord): Happened[] {
  const created: Happened = { step: 'created', time: order.create_time };
  const waiting: Happened = { step: 'waiting', time: null };
  switch (order.order_status) {
    case 'created':
      return [created, waiting];
    case 'scanned':
      return [created, { step: 'scanned', time: order.update_time }, waiting];
    case 'paid':
      return [created, { step: 'paid', time: order.update_time }];
    case 'cancelled':
      return [created, { step: order.cancelled_by === 'merchant' ? 'cancelledByMerchant' : 'cancelledByPayer', time: order.update_time }];
    case 'expired':
      return [created, { step: 'expired', time: order.update_time }];
  }
}

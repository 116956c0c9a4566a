import { formatInstant } from '@purser/ui/instant-text';
import type { OrderDetail, OrderRow } from './api.ts';
import type { T } from './texts.ts';

type Step = 'created' | 'scanned' | 'paid' | 'cancelledByPayer' | 'cancelledByMerchant' | 'expired' | 'waiting';

export const STEP_TONES: Partial<Record<Step, 'success' | 'danger' | 'warning'>> = {
  paid: 'success',
  cancelledByPayer: 'danger',
  cancelledByMerchant: 'danger',
  expired: 'warning',
};

interface Happened {
  readonly step: Step;
  /** Null for what is yet to come. */
  readonly time: string | null;
}

/** What happened to an order, in order, and what it waits for. */
export function stepsOf(order: OrderRow, { scanned_time, paid_time }: Pick<OrderDetail, 'scanned_time' | 'paid_time'>): Happened[] {
  const before: Happened[] = [{ step: 'created', time: order.create_time }];
  if (scanned_time !== null) before.push({ step: 'scanned', time: scanned_time });
  switch (order.order_status) {
    case 'created':
    case 'scanned':
      return [...before, { step: 'waiting', time: null }];
    case 'paid':
      return [...before, { step: 'paid', time: paid_time ?? order.update_time }];
    case 'cancelled':
      return [...before, { step: order.cancelled_by === 'merchant' ? 'cancelledByMerchant' : 'cancelledByPayer', time: order.update_time }];
    case 'expired':
      return [...before, { step: 'expired', time: order.update_time }];
  }
}

export function stepText(step: Step, { expire_time }: OrderRow, t: T): string {
  return step === 'waiting' ? t('orders.happened.waiting', { time: formatInstant(expire_time) }) : t(`orders.happened.${step}`);
}

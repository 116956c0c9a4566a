import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import type { T } from './texts.ts';
import type { Order, OrderRecord, RefundRecord } from './api.ts';

export type Step = 'created' | 'scanned' | 'paid' | 'cancelledByPayer' | 'cancelledByMerchant' | 'expired' | 'waiting';

export interface Happened {
  readonly step: Step;
  /** Null for what is yet to come. */
  readonly time: string | null;
}

export const STEP_TONES: Partial<Record<Step, 'success' | 'danger' | 'warning'>> = {
  paid: 'success',
  cancelledByPayer: 'danger',
  cancelledByMerchant: 'danger',
  expired: 'warning',
};

/** Money that was given back of an order, as a point of its timeline. */
export const refundText = ({ amount, coin_name }: RefundRecord, t: T): string =>
  t('order.happened.refunded', { amount: `${groupDigits(amount)} ${coin_name}` });

/** An order whole, or as the list has it: there the last change of one that was scanned is when it was. */
type Known = OrderRecord & Partial<Pick<Order, 'scanned_time'>>;

/** What is known to have happened to an order, in order, and what it waits for. */
export function stepsOf(order: Known): Happened[] {
  const { create_time, update_time, scanned_time, paid_time, order_status } = order;
  const scannedTime = scanned_time ?? (order_status === 'scanned' ? update_time : null);
  const before: Happened[] = [{ step: 'created', time: create_time }];
  if (scannedTime !== null) before.push({ step: 'scanned', time: scannedTime });
  switch (order_status) {
    case 'created':
    case 'scanned':
      return [...before, { step: 'waiting', time: null }];
    case 'paid':
      return [...before, { step: 'paid', time: paid_time ?? update_time }];
    case 'cancelled':
      return [...before, { step: order.cancelled_by === 'merchant' ? 'cancelledByMerchant' : 'cancelledByPayer', time: update_time }];
    case 'expired':
      return [...before, { step: 'expired', time: update_time }];
  }
}

export function stepText(step: Step, order: OrderRecord, t: T): string {
  if (step === 'paid') return t('order.happened.paid', { amount: `${groupDigits(order.settlement_amount)} ${order.coin_name}` });
  if (step === 'waiting') return t('order.happened.waiting', { time: formatInstant(order.expire_time) });
  return t(`order.happened.${step}`);
}

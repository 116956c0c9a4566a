import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import type { OrderDetail, OrderRow } from './api.ts';
import type { T } from './texts.ts';

type Step = 'created' | 'scanned' | 'paid' | 'refunded' | 'cancelledByPayer' | 'cancelledByMerchant' | 'expired' | 'waiting';

export const STEP_TONES: Partial<Record<Step, 'success' | 'danger' | 'warning'>> = {
  paid: 'success',
  cancelledByPayer: 'danger',
  cancelledByMerchant: 'danger',
  expired: 'warning',
};

interface Happened {
  readonly key: string;
  readonly step: Step;
  /** Null for what is yet to come. */
  readonly time: string | null;
  /** What a refund gave back. */
  readonly amount?: string;
}

/** What happened to an order, in order, and what it waits for. */
export function stepsOf(
  order: OrderRow,
  { scanned_time, paid_time, refunds }: Pick<OrderDetail, 'scanned_time' | 'paid_time' | 'refunds'>,
): Happened[] {
  const once = (step: Step, time: string | null): Happened => ({ key: step, step, time });
  const before = [once('created', order.create_time)];
  if (scanned_time !== null) before.push(once('scanned', scanned_time));
  switch (order.order_status) {
    case 'created':
    case 'scanned':
      return [...before, once('waiting', null)];
    case 'paid':
      return [
        ...before,
        once('paid', paid_time ?? order.update_time),
        ...refunds
          .map(({ serial_number, amount, create_time }) => ({ key: serial_number, step: 'refunded' as const, time: create_time, amount }))
          .toReversed(),
      ];
    case 'cancelled':
      return [...before, once(order.cancelled_by === 'merchant' ? 'cancelledByMerchant' : 'cancelledByPayer', order.update_time)];
    case 'expired':
      return [...before, once('expired', order.update_time)];
  }
}

export function stepText({ step, amount = '' }: Happened, { expire_time, coin_name }: OrderRow, t: T): string {
  if (step === 'waiting') return t('orders.happened.waiting', { time: formatInstant(expire_time) });
  if (step === 'refunded') return t('orders.happened.refunded', { amount: `${groupDigits(amount)} ${coin_name}` });
  return t(`orders.happened.${step}`);
}

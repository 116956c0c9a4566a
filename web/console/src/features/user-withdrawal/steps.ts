import { groupDigits } from '@purser/ui/money-text';
import type { Delivery } from '../../shared/record-api.ts';
import type { Withdrawal, WithdrawalRecord } from './api.ts';
import type { T } from './texts.ts';

export type Step = 'created' | 'waiting' | 'approved' | 'automatic' | 'rejected' | 'cancelled';

/** A point of a withdrawal's timeline: something that happened to it, or an event on its way to the merchant's system. */
export type Moment =
  | { readonly key: Step; readonly step: Step; readonly time: string | null }
  | { readonly key: string; readonly delivery: Delivery; readonly time: string };

export const STEP_TONES: Partial<Record<Step, 'success' | 'danger'>> = { approved: 'success', automatic: 'success', rejected: 'danger' };

/** What happened to a withdrawal and how the merchant's system was told of it, in order; what it waits for comes last. */
export function momentsOf(row: WithdrawalRecord & Partial<Pick<Withdrawal, 'audit_time'>>, deliveries: readonly Delivery[]): Moment[] {
  const last = lastStep(row);
  const time = last === 'waiting' ? null : (row.audit_time ?? row.update_time);
  const steps = [
    { key: 'created', step: 'created', time: row.create_time },
    { key: last, step: last, time },
  ] as const;
  const told = deliveries.map((delivery) => ({ key: delivery.delivery_id, delivery, time: delivery.create_time }));
  // A sort that keeps what is alike in place: a step comes before the event that tells of it.
  return [...steps, ...told].toSorted((one, other) => placeOf(one.time) - placeOf(other.time));
}

function lastStep({ order_status, review_mode }: WithdrawalRecord): Step {
  if (order_status === 'pending_review') return 'waiting';
  return order_status === 'approved' && review_mode === 'automatic' ? 'automatic' : order_status;
}

function placeOf(time: string | null): number {
  return time === null ? Number.POSITIVE_INFINITY : Date.parse(time);
}

export function stepText(step: Step, row: WithdrawalRecord, t: T): string {
  const amount = `${groupDigits(row.settlement_amount)} ${row.coin_name}`;
  switch (step) {
    case 'approved':
      return t('withdrawal.happened.approved', { by: row.audit, amount });
    case 'automatic':
      return t('withdrawal.happened.automatic', { amount });
    case 'rejected':
      return t('withdrawal.happened.rejected', { by: row.audit, reason: row.remark });
    default:
      return t(`withdrawal.happened.${step}`);
  }
}

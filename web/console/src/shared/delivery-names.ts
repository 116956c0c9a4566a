import type { DELIVERY_STATES, EventType } from '@purser/contract/features/webhook';
import type { Tone } from '@purser/ui/status-tag';
import type { T } from './i18n.tsx';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const STATE_TONES: Record<DeliveryState, Tone> = { pending: 'info', delivered: 'success', failed: 'danger' };

const EVENT_KEYS = {
  'order.created': 'apiDeliveries.type.orderCreated',
  'order.paid': 'apiDeliveries.type.orderPaid',
  'order.cancelled': 'apiDeliveries.type.orderCancelled',
  'order.expired': 'apiDeliveries.type.orderExpired',
  'order.refunded': 'apiDeliveries.type.orderRefunded',
  'withdrawal.created': 'apiDeliveries.type.withdrawalCreated',
  'withdrawal.approved': 'apiDeliveries.type.withdrawalApproved',
  'withdrawal.rejected': 'apiDeliveries.type.withdrawalRejected',
  'withdrawal.cancelled': 'apiDeliveries.type.withdrawalCancelled',
  'adjustment.completed': 'apiDeliveries.type.adjustmentCompleted',
  'adjustment.cancelled': 'apiDeliveries.type.adjustmentCancelled',
  'adjustment.appealed': 'apiDeliveries.type.adjustmentAppealed',
  'recharge.approved': 'apiDeliveries.type.rechargeApproved',
  'recharge.rejected': 'apiDeliveries.type.rechargeRejected',
  ping: 'apiDeliveries.type.ping',
} as const satisfies Record<EventType, string>;

export function eventName(type: EventType, t: T): string {
  return t(EVENT_KEYS[type]);
}

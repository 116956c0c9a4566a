import type { OutputOf } from '@purser/contract/call';
import { ADJUSTMENT_RELEASED_AFTER_DAYS, type AdjustmentEndedBy, type adjustmentDetail } from '@purser/contract/features/adjustment';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Coins } from '../../platform/database/coins.ts';

export type Adjustment = OutputOf<typeof adjustmentDetail>;

/** An adjustment as its merchant sees it. Its coin has been known. */
export function adjustmentOf(order: ReviewOrder, coins: Coins): Adjustment {
  const money = (minor: bigint) => coins.format(minor, order.coin);
  return {
    serial_number: order.serial_number,
    order_type: 'adjustment_increase',
    receipt_user_id: Number(order.payee_id),
    receipt_nickname: order.payee_nick,
    coin_name: order.coin,
    pay_amount: money(order.amount),
    handling_fee: money(order.fee),
    settlement_amount: money(order.settlement),
    remark: order.note,
    ...standingOf(order),
    create_time: order.create_time.toISOString(),
    update_time: order.update_time.toISOString(),
  };
}

/** In which state it is, what it waits for, and how it ended. */
export function standingOf(
  order: ReviewOrder,
): Pick<Adjustment, 'balance_type' | 'user_may_accept' | 'order_status' | 'release_time' | 'appeal' | 'ended'> {
  const status = order.status as Adjustment['order_status'];
  const { user_may_accept, appeal_time, appeal_reason, audit_time, update_time, reviewer_kind } = order;
  const by: AdjustmentEndedBy = reviewer_kind === null || reviewer_kind === 'access_key' ? 'merchant' : reviewer_kind;
  const hasEnded = status === 'completed' || status === 'cancelled';
  return {
    balance_type: order.balance_type as Adjustment['balance_type'],
    user_may_accept,
    order_status: status,
    release_time: status === 'paid' ? releasedAt(order).toISOString() : null,
    appeal: appeal_time && { reason: appeal_reason, time: appeal_time.toISOString() },
    ended: hasEnded ? { by, time: (audit_time ?? update_time).toISOString(), remark: order.remark } : null,
  };
}

const DAY_MS = 86_400_000;

/** When an adjustment that waits is released by itself. */
export function releasedAt({ create_time }: Pick<ReviewOrder, 'create_time'>): Date {
  return new Date(create_time.getTime() + ADJUSTMENT_RELEASED_AFTER_DAYS * DAY_MS);
}

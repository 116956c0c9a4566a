import type { OutputOf } from '@purser/contract/call';
import type { openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import type { ManualBecause, userWithdrawalDetail } from '@purser/contract/features/user-withdrawal';
import type { ReviewedState } from '@purser/contract/review';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { MerchantEvent, MerchantEventType } from '../../domain/webhook-events.ts';
import type { Coins } from '../../platform/database/coins.ts';

export type OpenWithdrawal = OutputOf<typeof openWithdrawalCreate>;
export type UserWithdrawal = OutputOf<typeof userWithdrawalDetail>;

/** A withdrawal as merchants' systems see it: in the open API's answers and in webhooks. Its coin has been known. */
export function openWithdrawalOf(order: ReviewOrder, coins: Coins): OpenWithdrawal {
  return {
    serial_number: order.serial_number,
    order_id: order.order_id,
    payment_id: Number(order.payee_id),
    nick: order.payee_nick,
    external_account: order.external_account,
    coin_name: order.coin,
    amount: coins.format(order.amount, order.coin),
    handling_fee: coins.format(order.fee, order.coin),
    settlement_amount: coins.format(order.settlement, order.coin),
    order_status: order.status as ReviewedState,
    review_mode: order.review_mode,
    note: order.note,
    remark: order.remark,
    create_time: order.create_time.toISOString(),
    update_time: order.update_time.toISOString(),
  };
}

/** A withdrawal as the merchant's console shows it. Its coin has been known. */
export function userWithdrawalOf(order: ReviewOrder, coins: Coins): UserWithdrawal {
  return {
    ...openWithdrawalOf(order, coins),
    order_type: 'withdrawal',
    manual_because: manualBecauseOf(order),
    audit: order.audit,
    audit_time: order.audit_time?.toISOString() ?? null,
  };
}

export function manualBecauseOf({ manual_because }: Pick<ReviewOrder, 'manual_because'>): ManualBecause[] {
  return manual_because as ManualBecause[];
}

type WithdrawalEventType = Extract<MerchantEventType, `withdrawal.${string}`>;

/** Something that happened to a withdrawal, with its row as it is after it. */
export function withdrawalEvent(type: WithdrawalEventType, order: ReviewOrder): MerchantEvent<WithdrawalEventType> {
  return {
    type,
    merchantId: order.owner_id,
    serialNumber: order.serial_number,
    time: order.update_time,
    coins: [order.coin],
    dataOf: (coins) => openWithdrawalOf(order, coins),
  };
}

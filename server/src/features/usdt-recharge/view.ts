import type { OutputOf } from '@purser/contract/call';
import { plainRate, USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import type { walletRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { formatAmount, formatRate } from '@purser/contract/money';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Coins } from '../../platform/database/coins.ts';

/** A recharge as its owner sees it. */
export type Recharge = OutputOf<typeof walletRechargeAdd>;

/** An order as its owner sees it. Its coin has been known. */
export function rechargeOf(order: ReviewOrder, coins: Coins): Recharge {
  return {
    order_no: order.serial_number,
    status: order.status as Recharge['status'],
    abbreviation: order.coin,
    trade_count: formatAmount(BigInt(order.other_amount ?? 0), USDT_DECIMALS),
    in_abbreviation: USDT,
    rate: plainRate(order.rate ?? ''),
    exchange_count: coins.format(order.amount, order.coin),
    usdt_recharge_fee: formatRate(order.fee_bp),
    fee: coins.format(order.fee, order.coin),
    count: coins.format(order.settlement, order.coin),
    network: order.network ?? '',
    address: order.address,
    txid: order.txid,
    remark: order.remark,
    create_time: order.create_time.toISOString(),
    audit_time: order.audit_time?.toISOString() ?? null,
  };
}

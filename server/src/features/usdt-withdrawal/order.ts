import type { OutputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import type { usdtWithdrawalDetail } from '@purser/contract/features/usdt-withdrawal';
import { formatRate } from '@purser/contract/money';
import type { UsdtWithdrawalState } from '@purser/contract/review';
import type { RiskReason } from '@purser/contract/risk';
import type { OwnerNames } from '../../domain/owners.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { usdtMoney } from './terms.ts';

export type Withdrawal = OutputOf<typeof usdtWithdrawalDetail>;

/** The fields that are no column of the order's row; the list and the single order make them alike. */
export const MADE_FIELDS = {
  name: ({ owner_id }: ReviewOrder, names: OwnerNames) => names.get(owner_id) ?? '',
  usdt_withdrawal_fee: ({ fee_bp }: ReviewOrder) => formatRate(fee_bp),
  rate: ({ rate }: ReviewOrder) => plainRate(rate),
  abbreviation: () => USDT,
  count: ({ other_amount }: ReviewOrder) => usdtMoney(BigInt(other_amount ?? 0)),
  network: ({ network }: ReviewOrder) => network ?? '',
  manual_because: ({ manual_because }: ReviewOrder) => manual_because as RiskReason[],
} as const;

/** One order on the wire. */
export function withdrawalOf(order: ReviewOrder, names: OwnerNames, coins: Pick<Coins, 'format'>): Withdrawal {
  const money = (minor: bigint) => coins.format(minor, order.coin);
  return {
    order_no: order.serial_number,
    status: order.status as UsdtWithdrawalState,
    merchant_id: Number(order.owner_id),
    name: MADE_FIELDS.name(order, names),
    out_abbreviation: order.coin,
    trade_count: money(order.amount),
    usdt_withdrawal_fee: MADE_FIELDS.usdt_withdrawal_fee(order),
    fee: money(order.fee),
    rate: MADE_FIELDS.rate(order),
    network_fee: money(order.network_fee),
    abbreviation: MADE_FIELDS.abbreviation(),
    count: MADE_FIELDS.count(order),
    network: MADE_FIELDS.network(order),
    address: order.address,
    txid: order.txid,
    manual_because: MADE_FIELDS.manual_because(order),
    remark: order.remark,
    create_time: order.create_time.toISOString(),
    audit_time: order.audit_time?.toISOString() ?? null,
    update_time: order.update_time.toISOString(),
  };
}

/** Without the zeros at its end. */
function plainRate(rate: string | null): string {
  if (rate === null) return '';
  return rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate;
}

import { fiatWithdrawalQuery } from '@purser/contract/features/fiat-withdrawal';
import { formatRate } from '@purser/contract/money';
import { type FiatWithdrawalState, isEffective } from '@purser/contract/review';
import type { RiskReason } from '@purser/contract/risk';
import { destinationOf, paidOut, shownRate } from '../../domain/fiat-withdrawal.ts';
import { ownerName } from '../../domain/owners.ts';
import { inCoin } from '../../domain/review-list.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list, type List } from '../../platform/lists/list.ts';

/** The withdrawals of one owner. What arrives is in another coin than the row's, so the view of the coins is given. */
export function fiatWithdrawals(coins: Coins): List<typeof fiatWithdrawalQuery> {
  return list(fiatWithdrawalQuery, {
    from: 'review_order',
    owner: 'owner_id',
    only: { kind: 'fiat_withdrawal' },
    key: 'serial_number',
    columns: {
      order_no: 'serial_number',
      merchant_id: 'owner_id',
      name: (_row, name: string) => name,
      abbreviation: (row) => destinationOf(row).market,
      out_abbreviation: 'coin',
      trade_count: 'amount',
      rate: (row) => shownRate(row),
      currency_withdrawal_fee: (row) => formatRate(row.fee_bp),
      count: (row) => paidOut(row, coins),
      status: (row) => row.status as FiatWithdrawalState,
      manual_because: (row) => row.manual_because as RiskReason[],
      holder_name: (row) => destinationOf(row).holder_name,
      bank_name: (row) => destinationOf(row).bank_name,
      account_number: (row) => destinationOf(row).account_number,
    },
    filters: { order_no: 'serial_number', status: 'status', out_abbreviation: inCoin },
    beside: async (db, rows, { ownerId }): Promise<string> => {
      await coins.know(
        rows.flatMap(({ other_coin }) => (other_coin === null ? [] : [other_coin])),
        db,
      );
      return ownerName(db, ownerId);
    },
  });
}

const hasNoEffect = ({ status }: { readonly status: FiatWithdrawalState }): boolean => !isEffective('fiat_withdrawal', status);

export const fiatWithdrawalsFile = exportFile(fiatWithdrawalQuery, {
  name: 'fiat-withdrawals',
  title: 'fiatWithdrawal',
  silent: { fee: hasNoEffect, count: hasNoEffect },
  titles: { trade_count: 'requested_amount', remark: 'reason' },
  columns: {
    create_time: 24,
    order_no: 20,
    status: 16,
    out_abbreviation: 10,
    trade_count: 18,
    fee: 14,
    currency_withdrawal_fee: 12,
    rate: 16,
    abbreviation: 10,
    count: 18,
    holder_name: 24,
    bank_name: 24,
    account_number: 16,
    remark: 30,
    audit_time: 24,
    update_time: 24,
    merchant_id: 14,
    name: 28,
  },
});

import { adjustmentQuery } from '@purser/contract/features/adjustment';
import { type AdjustmentState, isEffective } from '@purser/contract/review';
import { sql } from 'kysely';
import { inCoin } from '../../domain/review-list.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** The merchant's adjustments of users' balances. */
export const adjustments = list(adjustmentQuery, {
  from: 'review_order',
  owner: 'owner_id',
  only: { kind: 'adjustment' },
  key: 'serial_number',
  columns: {
    order_type: () => 'adjustment_increase',
    receipt_user_id: 'payee_id',
    receipt_nickname: 'payee_nick',
    coin_name: 'coin',
    pay_amount: 'amount',
    handling_fee: 'fee',
    settlement_amount: 'settlement',
    remark: 'note',
    order_status: 'status',
  },
  filters: {
    coin_name: inCoin,
    // The index of balances is for this filter alone.
    balance_type: (balance) => sql`balance_type = ${balance} and balance_type || '-' <> '-'`,
  },
});

const hasNoEffect = ({ order_status }: { readonly order_status: AdjustmentState }): boolean => !isEffective('adjustment', order_status);

export const adjustmentsFile = exportFile(adjustmentQuery, {
  name: 'adjustments',
  title: 'adjustment',
  silent: { handling_fee: hasNoEffect, settlement_amount: hasNoEffect },
  titles: { remark: 'reason' },
  columns: {
    create_time: 24,
    serial_number: 20,
    order_type: 20,
    receipt_user_id: 14,
    receipt_nickname: 20,
    balance_type: 18,
    coin_name: 8,
    pay_amount: 18,
    handling_fee: 14,
    settlement_amount: 18,
    order_status: { width: 24, words: 'adjustment_status' },
    remark: 40,
    update_time: 24,
  },
});

import { userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { isEffective, type ReviewedState } from '@purser/contract/review';
import { sql } from 'kysely';
import { BY_ITS_INDEX, inCoin } from '../../domain/review-list.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import { manualBecauseOf } from './view.ts';

/** The merchant's user withdrawals. */
export const withdrawals = list(userWithdrawalQuery, {
  from: 'review_order',
  owner: 'owner_id',
  only: { kind: 'user_withdrawal' },
  key: 'serial_number',
  columns: {
    order_type: () => 'withdrawal',
    payment_id: 'payee_id',
    nick: 'payee_nick',
    coin_name: 'coin',
    handling_fee: 'fee',
    settlement_amount: 'settlement',
    order_status: 'status',
    manual_because: manualBecauseOf,
  },
  filters: {
    coin_name: inCoin,
    // The index over accounts leaves the empty one out.
    external_account: (account) =>
      account === '' ? sql`external_account = ''` : sql`external_account = ${account} and external_account <> ''`,
    // The index of modes is for this filter alone.
    review_mode: (mode) => sql`review_mode = ${mode} and review_mode || '-' <> '-'`,
  },
  sorts: { update_time: BY_ITS_INDEX, amount: BY_ITS_INDEX },
});

const hasNoEffect = ({ order_status }: { readonly order_status: ReviewedState }): boolean => !isEffective('user_withdrawal', order_status);

export const withdrawalsFile = exportFile(userWithdrawalQuery, {
  name: 'withdrawal-records',
  title: 'withdrawalRecord',
  silent: { handling_fee: hasNoEffect, settlement_amount: hasNoEffect },
  titles: { payment_id: 'user_id', nick: 'user_nick', remark: 'rejection_reason' },
  columns: {
    create_time: 24,
    order_id: 24,
    serial_number: 20,
    order_type: 16,
    order_status: 16,
    coin_name: 8,
    amount: 18,
    handling_fee: 14,
    settlement_amount: 18,
    payment_id: 14,
    nick: 20,
    external_account: 20,
    review_mode: 14,
    audit: 20,
    remark: 30,
    update_time: 24,
  },
});

import { SUBMISSION_KINDS, SUBMISSION_STATES, submissionQuery } from '@purser/contract/features/submission';
import { waitingInCoin } from '../../domain/review-list.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** The merchant's orders that wait for the provider. */
export const submissions = list(submissionQuery, {
  from: 'review_order',
  owner: 'owner_id',
  only: { kind: SUBMISSION_KINDS, status: SUBMISSION_STATES },
  key: 'serial_number',
  columns: {
    coin_name: 'coin',
    handling_fee: (row, _, coins) => coins.format(row.fee + row.network_fee, row.coin),
    settlement_amount: 'settlement',
    other_amount: ({ other_amount, other_coin }, _, coins) =>
      other_amount === null || other_coin === null ? null : coins.format(BigInt(other_amount), other_coin),
    order_status: 'status',
    nick: 'payee_nick',
  },
  filters: { coin_name: waitingInCoin },
  ranges: ['kind', 'order_status'],
  leading: ['coin_name'],
});

export const submissionsFile = exportFile(submissionQuery, {
  name: 'submissions',
  title: 'submission',
  titles: { nick: 'user_nick', address: 'to_address' },
  columns: {
    create_time: 24,
    kind: 20,
    serial_number: 20,
    order_status: 18,
    coin_name: 8,
    amount: 18,
    handling_fee: 14,
    settlement_amount: 18,
    other_amount: 18,
    other_coin: 10,
    nick: 20,
    network: 14,
    address: 44,
    txid: 44,
    note: 30,
    update_time: 24,
  },
});

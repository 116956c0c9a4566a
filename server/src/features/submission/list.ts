import { SUBMISSION_KINDS, SUBMISSION_STATES, submissionQuery } from '@purser/contract/features/submission';
import { destinationOf, paidOut } from '../../domain/fiat-withdrawal.ts';
import { waitingInCoin } from '../../domain/review-list.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { list, type List } from '../../platform/lists/list.ts';

/** The merchant's orders that wait for the provider. What some are exchanged for is in another coin than the row's, so the view of the coins is given. */
export function submissions(coins: Coins): List<typeof submissionQuery> {
  return list(submissionQuery, {
    from: 'review_order',
    owner: 'owner_id',
    only: { kind: SUBMISSION_KINDS, status: SUBMISSION_STATES },
    key: 'serial_number',
    columns: {
      coin_name: 'coin',
      handling_fee: (row) => coins.format(row.fee + row.network_fee, row.coin),
      settlement_amount: 'settlement',
      // What a bank pays out is money of its market, as the list of these withdrawals has it, and no coin.
      other_amount: (row) => {
        if (row.other_amount === null || row.other_coin === null) return null;
        return row.kind === 'fiat_withdrawal' ? paidOut(row, coins) : coins.format(BigInt(row.other_amount), row.other_coin);
      },
      other_coin: (row) => (row.kind === 'fiat_withdrawal' ? destinationOf(row).market : row.other_coin),
      order_status: 'status',
      nick: 'payee_nick',
    },
    filters: { coin_name: waitingInCoin },
    ranges: ['kind', 'order_status'],
    leading: ['coin_name'],
    beside: (db, rows) =>
      coins.know(
        rows.flatMap(({ other_coin }) => (other_coin === null ? [] : [other_coin])),
        db,
      ),
  });
}

/** Nothing of what waits is taken or settled: the file tells what will be, under titles that say so. */
export const submissionsFile = exportFile(submissionQuery, {
  name: 'submissions',
  title: 'submission',
  titles: {
    handling_fee: 'expected_fee',
    settlement_amount: 'expected_settlement',
    other_amount: 'to_exchange',
    nick: 'user_nick',
    address: 'to_address',
  },
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

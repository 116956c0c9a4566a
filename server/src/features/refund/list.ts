import { refundQuery } from '@purser/contract/features/refund';
import { sql } from 'kysely';
import { BY_ITS_INDEX } from '../../domain/review-list.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** What the merchant gave back of its orders. */
export const refundList = list(refundQuery, {
  from: 'refund',
  owner: 'merchant_id',
  key: 'serial_number',
  columns: { payment_id: 'payer_id', nick: 'payer_nick', coin_name: 'coin' },
  filters: {
    // The index over numbers leaves out what has none.
    refund_id: (refundId) => sql`refund_id = ${refundId} and refund_id <> ''`,
  },
  ranges: ['coin_name', 'refund_from'],
  sorts: { amount: BY_ITS_INDEX },
});

export const refundFile = exportFile(refundQuery, {
  name: 'refunds',
  title: 'refundRecord',
  columns: {
    create_time: 24,
    serial_number: 20,
    refund_id: 24,
    order_id: 24,
    order_serial_number: 20,
    coin_name: 8,
    amount: 18,
    to_reward: 18,
    fee_returned: 18,
    payment_id: 14,
    nick: 20,
    refund_from: 18,
    remark: 30,
  },
});

import { orderQuery } from '@purser/contract/features/order';
import { sql } from 'kysely';
import { BY_ITS_INDEX } from '../../domain/review-list.ts';
import { SILENT_WHILE_UNPAID } from '../../domain/unpaid-in-files.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** The merchant's payment orders. */
export const orders = list(orderQuery, {
  from: 'payment_order',
  owner: 'merchant_id',
  key: 'serial_number',
  columns: {
    payment_id: 'payer_id',
    nick: 'payer_nick',
    coin_name: 'coin',
    order_status: 'status',
    refunded_amount: 'refunded',
  },
  filters: {
    // The indexes over types and links leave the API's orders out.
    order_type: (type) => (type === 'deposit' ? sql`order_type = 'deposit'` : sql`order_type = ${type} and order_type <> 'deposit'`),
    link_number: (number) => sql`link_number = ${number} and link_number <> ''`,
    // The index over accounts leaves the empty one out.
    external_account: (account) =>
      account === '' ? sql`external_account = ''` : sql`external_account = ${account} and external_account <> ''`,
  },
  ranges: ['coin_name', 'order_status', 'order_from'],
  usual: { order_type: 'deposit' },
  sorts: { amount: BY_ITS_INDEX },
});

export const ordersFile = exportFile(orderQuery, {
  name: 'recharge-records',
  title: 'orderRecord',
  silent: SILENT_WHILE_UNPAID,
  columns: {
    create_time: 24,
    order_id: 24,
    serial_number: 20,
    order_status: 16,
    coin_name: 8,
    amount: 18,
    handling_fee: 14,
    settlement_amount: 18,
    payment_id: 14,
    nick: 20,
    external_account: 20,
    order_type: 20,
    order_from: 16,
    cancelled_by: 14,
    expire_time: 24,
    update_time: 24,
    paid_time: 24,
    refunded_amount: 18,
  },
});

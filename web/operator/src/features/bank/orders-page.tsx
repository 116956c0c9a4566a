import { lazyPart } from '@purser/ui/lazy-part';
import { Money } from '@purser/ui/money';
import { bankFileOrderExport, bankFileOrderQuery } from '@purser/contract/features/bank-file';
import { lists } from './lists.ts';
import { FILED_TONES } from './tones.ts';

const FiledOrderDetails = lazyPart(async () => ({ default: (await import('./filed-order-details.tsx')).FiledOrderDetails }));

/** The withdrawals in bank files, with what became of each. */
export default lists.listPage(bankFileOrderQuery, {
  id: 'operator-bank-file-orders',
  title: 'bank.filedOrders',
  hint: 'bank.filedOrdersHint',
  label: 'bank.filedOrders',
  topics: ['bank'],
  rowKey: (row) => row.order_no,
  columns: (c, t) => [
    c.copy('order_no', 'bank.orderNo', { always: true }),
    c.choice('status', 'field.status', (value) => t(`bank.filedState.${value}`), { tones: FILED_TONES, always: true }),
    c.own('amount', 'field.amount', (row) => <Money amount={row.amount} coin={row.market} />, {
      align: 'end',
      phone: 'amount',
      always: true,
    }),
    c.text('holder_name', 'bank.holder'),
    c.own('account_number', 'bank.number', (row) => `${row.bank_name} ${row.account_number}`),
    c.copy('owner_id', 'bank.ownerId'),
    c.copy('file_no', 'bank.fileNo'),
    c.time('update_time', 'field.updateTime'),
    c.text('reason', 'bank.reason', { optional: true }),
    c.time('create_time', 'field.createTime', { optional: true }),
  ],
  search: { file_no: 'bank.fileNo', order_no: 'bank.orderNo', owner_id: 'bank.ownerId' },
  filters: (f, t) => [f.choice('status', 'field.status', (value) => t(`bank.filedState.${value}`))],
  details: { title: 'bank.filedOrder', find: (order_no) => ({ order_no }), Body: FiledOrderDetails },
  empty: { title: 'bank.filedOrdersEmpty', hint: 'bank.filesEmptyHint' },
  exports: bankFileOrderExport,
});

import { staffTransferExport, staffTransferQuery } from '@purser/contract/features/staff-order';
import { lists } from './lists.ts';
import { TransferDetails } from './transfer-details.tsx';

/** Transfers between merchants. */
export default lists.listPage(staffTransferQuery, {
  id: 'transfers',
  title: 'menu.transfers',
  hint: 'orders.transfersHint',
  label: 'menu.transfers',
  topics: ['order'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.money('transfer_amount', 'field.amount', { always: true }),
    c.text('payment_merchant_name', 'orders.payer'),
    c.text('receipt_merchant_name', 'orders.recipient'),
    c.time('create_time', 'field.createTime'),
    c.choice('transfer_status', 'field.status', (value) => t(`orders.transferStatus.${value}`), { tones: { completed: 'success' } }),
    c.copy('payment_merchant_id', 'orders.payerId', { optional: true }),
    c.copy('receipt_merchant_id', 'orders.recipientId', { optional: true }),
    c.money('settlement_amount', 'field.settlementAmount', { optional: true }),
  ],
  search: { serial_number: 'field.serialNumber', merchant_id: 'field.merchantId' },
  filters: (f) => [f.coin('coin_name')],
  details: { title: 'orders.transferTitle', find: (serial_number) => ({ serial_number }), Body: TransferDetails },
  empty: { title: 'orders.transfersEmpty', hint: 'orders.emptyHint' },
  exports: staffTransferExport,
});

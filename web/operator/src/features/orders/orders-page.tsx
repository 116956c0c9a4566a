import { staffOrderExport, staffOrderQuery } from '@purser/contract/features/staff-order';
import { lists } from './lists.ts';
import { OrderDetails } from './order-details.tsx';
import { ORDER_TONES } from '../../shared/order-tones.ts';

/** Payment orders of all merchants. */
export default lists.listPage(staffOrderQuery, {
  id: 'orders',
  title: 'menu.orders',
  hint: 'orders.ordersHint',
  label: 'menu.orders',
  topics: ['order'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.choice('order_status', 'field.status', (value) => t(`orders.status.${value}`), { tones: ORDER_TONES, always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.text('merchant_name', 'orders.merchant'),
    c.text('order_id', 'field.orderId'),
    c.text('payment_id', 'orders.paymentId'),
    c.time('create_time', 'field.createTime'),
    c.copy('merchant_id', 'field.merchantId', { optional: true }),
    c.text('nick', 'orders.nick', { optional: true }),
    c.text('external_account', 'orders.externalAccount', { optional: true }),
    c.choice('order_type', 'orders.orderType', (value) => t(`orders.type.${value}`), { optional: true }),
    c.choice('order_from', 'orders.orderFrom', (value) => t(`orders.from.${value}`), { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: {
    serial_number: 'field.serialNumber',
    order_id: 'field.orderId',
    merchant_id: 'field.merchantId',
    payment_id: 'orders.paymentId',
  },
  filters: (f, t) => [
    f.choice('order_status', 'field.status', (value) => t(`orders.status.${value}`)),
    f.coin('coin_name'),
    f.choice('order_from', 'orders.orderFrom', (value) => t(`orders.from.${value}`)),
  ],
  details: { title: 'orders.orderTitle', find: (serial_number) => ({ serial_number }), Body: OrderDetails },
  empty: { title: 'orders.ordersEmpty', hint: 'orders.emptyHint' },
  exports: staffOrderExport,
});

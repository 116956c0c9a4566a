import { refundExport, refundQuery } from '@purser/contract/features/refund';
import { lazyPart } from '@purser/ui/lazy-part';
import { listsOf } from '../../shared/lists.tsx';
import type { OwnTexts } from './texts.ts';
import { ToOrders } from './ways.tsx';

const RefundDetails = lazyPart(async () => ({ default: (await import('./refund-details.tsx')).RefundDetails }));

/** What the merchant has given back of its orders, and the file of it. */
export default listsOf<OwnTexts>().listPage(refundQuery, {
  id: 'refunds',
  title: 'refund.list',
  hint: 'refund.hint',
  label: 'refund.list',
  topics: ['orders'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.copy('order_id', 'field.orderId'),
    c.text('nick', 'order.nick'),
    c.text('remark', 'refund.remark'),
    c.time('create_time', 'field.createTime'),
    c.copy('refund_id', 'refund.id', { optional: true }),
    c.copy('order_serial_number', 'refund.order', { optional: true }),
    c.copy('payment_id', 'order.paymentId', { optional: true }),
    c.money('to_reward', 'refund.toReward', { optional: true }),
    c.money('fee_returned', 'refund.feeBack', { optional: true }),
    c.choice('refund_from', 'refund.from', (value) => t(`refund.from.${value}`), { optional: true }),
    c.text('coin_name', 'field.coin', { optional: true }),
  ],
  search: {
    order_id: 'field.orderId',
    serial_number: 'field.serialNumber',
    refund_id: 'refund.id',
    order_serial_number: 'refund.order',
    payment_id: 'order.paymentId',
  },
  filters: (f, t) => [f.coin('coin_name'), f.choice('refund_from', 'refund.from', (value) => t(`refund.from.${value}`))],
  details: { title: 'transactionType.refund', find: (serial_number) => ({ serial_number }), Body: RefundDetails },
  empty: { title: 'refund.emptyTitle', hint: 'refund.emptyHint' },
  exports: refundExport,
  Actions: ToOrders,
});

import { orderExport, orderQuery } from '@purser/contract/features/order';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useT, type OwnTexts } from './texts.ts';
import { listsOf } from '../../shared/lists.tsx';
import { MayOpen } from '../../shared/may.tsx';
import { PATHS } from '../../shared/paths.ts';
import { isSettled } from '@purser/contract/payment-order';
import { OrderDetails } from './order-details.tsx';
import { ORDER_TONES } from '../../shared/order-status.tsx';
import { ToRefunds } from './ways.tsx';

export default listsOf<OwnTexts>().listPage(orderQuery, {
  id: 'recharge-record',
  title: 'menu.orders',
  hint: 'order.hint',
  label: 'order.table',
  topics: ['orders'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('order_id', 'field.orderId', { always: true }),
    c.choice('order_status', 'field.status', (value) => t(`order.status.${value}`), { tones: ORDER_TONES, always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.money('handling_fee', 'field.handlingFee', { settled: isSettled }),
    c.money('settlement_amount', 'field.settlementAmount', { settled: isSettled }),
    c.text('nick', 'order.nick'),
    c.text('external_account', 'order.externalAccount'),
    c.time('create_time', 'field.createTime'),
    c.copy('serial_number', 'field.serialNumber', { optional: true }),
    c.copy('payment_id', 'order.paymentId', { optional: true }),
    c.choice('order_from', 'order.orderFrom', (value) => t(`order.from.${value}`), { optional: true }),
    c.choice('order_type', 'order.orderType', (value) => t(`order.type.${value}`), { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
    c.text('coin_name', 'field.coin', { optional: true }),
    c.time('expire_time', 'order.expireTime', { optional: true }),
    c.choice('cancelled_by', 'order.cancelledBy', (value) => t(`order.by.${value}`), { optional: true }),
    c.time('paid_time', 'order.paidTime', { optional: true }),
    c.money('refunded_amount', 'refund.refunded', { settled: isSettled, optional: true }),
  ],
  search: {
    order_id: 'field.orderId',
    serial_number: 'field.serialNumber',
    payment_id: 'order.paymentId',
    external_account: 'order.externalAccount',
    link_number: 'order.linkNumber',
  },
  filters: (f, t) => [
    f.choice('order_status', 'field.status', (value) => t(`order.status.${value}`)),
    f.coin('coin_name'),
    f.choice('order_type', 'order.orderType', (value) => t(`order.type.${value}`)),
    f.choice('order_from', 'order.orderFrom', (value) => t(`order.from.${value}`)),
  ],
  details: { title: 'order.detailTitle', find: (serial_number) => ({ serial_number }), Body: OrderDetails },
  empty: { title: 'order.emptyTitle', hint: 'order.emptyHint', Action: SetUp },
  exports: orderExport,
  Actions: ToRefunds,
});

function SetUp() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <MayOpen to={PATHS.apiManagement}>
      <Button type="primary" onClick={() => void navigate({ to: PATHS.apiManagement } as never)}>
        {t('order.emptyAction')}
      </Button>
    </MayOpen>
  );
}

import { chargeRecordExport, chargeRecordQuery } from '@purser/contract/features/recharge-record';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useT } from '../../shared/i18n.tsx';
import { listPage } from '../../shared/list/list-page.tsx';
import { PATHS } from '../../shared/paths.ts';
import { OrderDetails } from './order-details.tsx';
import { ORDER_TONES } from '../../shared/order-status.tsx';

/** Nothing is taken and nothing settled before the payment. */
const settled = (row: { readonly order_status: string }): boolean => row.order_status === 'paid';

export default listPage(chargeRecordQuery, {
  id: 'recharge-record',
  title: 'menu.rechargeRecord',
  hint: 'rechargeRecord.hint',
  label: 'rechargeRecord.table',
  topics: ['orders'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('order_id', 'field.orderId', { always: true }),
    c.choice('order_status', 'field.status', (value) => t(`rechargeRecord.status.${value}`), { tones: ORDER_TONES, always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.money('handling_fee', 'field.handlingFee', { settled }),
    c.money('settlement_amount', 'field.settlementAmount', { settled }),
    c.text('nick', 'rechargeRecord.nick'),
    c.text('external_account', 'rechargeRecord.externalAccount'),
    c.time('create_time', 'field.createTime'),
    c.copy('serial_number', 'field.serialNumber', { optional: true }),
    c.copy('payment_id', 'rechargeRecord.paymentId', { optional: true }),
    c.choice('order_from', 'rechargeRecord.orderFrom', (value) => t(`rechargeRecord.from.${value}`), { optional: true }),
    c.choice('order_type', 'rechargeRecord.orderType', (value) => t(`rechargeRecord.type.${value}`), { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
    c.text('coin_name', 'field.coin', { optional: true }),
    c.time('expire_time', 'rechargeRecord.expireTime', { optional: true }),
    c.choice('cancelled_by', 'rechargeRecord.cancelledBy', (value) => t(`rechargeRecord.by.${value}`), { optional: true }),
  ],
  search: {
    order_id: 'field.orderId',
    serial_number: 'field.serialNumber',
    payment_id: 'rechargeRecord.paymentId',
    external_account: 'rechargeRecord.externalAccount',
  },
  filters: (f, t) => [
    f.choice('order_status', 'field.status', (value) => t(`rechargeRecord.status.${value}`)),
    f.coin('coin_name'),
    f.choice('order_from', 'rechargeRecord.orderFrom', (value) => t(`rechargeRecord.from.${value}`)),
  ],
  details: { title: 'rechargeRecord.detailTitle', find: (serial_number) => ({ serial_number }), Body: OrderDetails },
  empty: { title: 'rechargeRecord.emptyTitle', hint: 'rechargeRecord.emptyHint', Action: SetUp },
  exports: chargeRecordExport,
});

function SetUp() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate({ to: PATHS.apiManagement } as never)}>
      {t('rechargeRecord.emptyAction')}
    </Button>
  );
}

import { CopyText } from '@purser/ui/copy-text';
import type { Column } from '@purser/ui/data-table-types';
import { Money } from '@purser/ui/money';
import { formatInstant } from '../../shared/format.ts';
import type { T } from '../../shared/i18n.tsx';
import type { Order } from './api.ts';
import { OrderStatus } from './order-status.tsx';

/** What a card on a phone says of an order; the rest is in its details, and can be chosen. */
const ON_A_PHONE: ReadonlySet<string> = new Set(['create_time', 'order_id', 'order_status', 'amount', 'settlement_amount', 'nick']);

export function orderColumns(t: T, phone: boolean): readonly Column<Order>[] {
  const columns = allColumns(t);
  return phone ? columns.map((column) => (ON_A_PHONE.has(column.key) ? column : { ...column, optional: true })) : columns;
}

function allColumns(t: T): Column<Order>[] {
  const money = (key: 'amount' | 'handling_fee' | 'settlement_amount', title: string): Column<Order> => ({
    key,
    title,
    align: 'end',
    render: (row) => <Money amount={row[key]} coin={row.coin_name} />,
  });
  // Nothing is taken and nothing settled before the payment.
  const settled = (key: 'handling_fee' | 'settlement_amount', title: string): Column<Order> => ({
    ...money(key, title),
    render: (row) => (row.order_status === 'paid' ? <Money amount={row[key]} coin={row.coin_name} /> : '–'),
  });
  const copied = (key: 'order_id' | 'serial_number' | 'payment_id' | 'external_account', title: string): Column<Order> => ({
    key,
    title,
    render: (row) => <CopyText text={row[key]} what={title} />,
  });
  return [
    { key: 'create_time', title: t('field.createTime'), sortable: true, render: (row) => formatInstant(row.create_time) },
    { ...copied('order_id', t('field.orderId')), always: true },
    { key: 'order_status', title: t('field.status'), always: true, render: (row) => <OrderStatus status={row.order_status} /> },
    { ...money('amount', t('field.amount')), sortable: true, always: true },
    settled('handling_fee', t('field.handlingFee')),
    settled('settlement_amount', t('field.settlementAmount')),
    { key: 'nick', title: t('rechargeRecord.nick'), render: (row) => row.nick ?? '–' },
    copied('payment_id', t('rechargeRecord.paymentId')),
    copied('external_account', t('rechargeRecord.externalAccount')),
    copied('serial_number', t('field.serialNumber')),
    { key: 'order_from', title: t('rechargeRecord.orderFrom'), render: (row) => t(`rechargeRecord.from.${row.order_from}`) },
    { key: 'order_type', title: t('rechargeRecord.orderType'), render: (row) => t(`rechargeRecord.type.${row.order_type}`) },
    { key: 'update_time', title: t('field.updateTime'), sortable: true, render: (row) => formatInstant(row.update_time) },
    { key: 'coin_name', title: t('field.coin'), optional: true, render: (row) => row.coin_name },
    { key: 'expire_time', title: t('rechargeRecord.expireTime'), optional: true, render: (row) => formatInstant(row.expire_time) },
    {
      key: 'cancelled_by',
      title: t('rechargeRecord.cancelledBy'),
      optional: true,
      render: (row) => (row.cancelled_by === null ? '–' : t(`rechargeRecord.by.${row.cancelled_by}`)),
    },
  ];
}

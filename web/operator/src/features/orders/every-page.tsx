import { listKit } from '@purser/console-kit/list/list-kit';
import { everyOrderExport, everyOrderQuery } from '@purser/contract/features/every-order';
import { staffOrderCoins } from '@purser/contract/features/staff-order';
import { StatusTag } from '@purser/ui/status-tag';
import { everyOrderKey, placeOfOrder } from '../../shared/every-order.ts';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { EveryDetails } from './every-details.tsx';
import type { EveryTexts } from './every-texts.ts';
import { statusText, statusTone } from './every-words.ts';

/** Orders of every kind, found by whatever names one. */
export default listKit<OperatorTexts & EveryTexts>({ coins: staffOrderCoins }).listPage(everyOrderQuery, {
  id: 'every-order',
  title: 'menu.everyOrder',
  hint: 'orders.everyHint',
  label: 'menu.everyOrder',
  topics: ['order', 'review'],
  rowKey: everyOrderKey,
  columns: (c, t) => [
    c.own('kind', 'orders.kindTitle', ({ kind }) => t(`orderKind.${kind}`), { always: true }),
    c.own('status', 'field.status', (row) => <StatusTag tone={statusTone(row)}>{statusText(row, t)}</StatusTag>, {
      phone: 'status',
      always: true,
    }),
    c.money('amount', 'field.amount', { always: true }),
    c.text('owner_name', 'orders.owner'),
    c.copy('number', 'orders.number', { shorten: true }),
    c.text('order_id', 'field.orderId'),
    c.time('create_time', 'field.createTime'),
    c.choice('phase', 'orders.phase', (value) => t(`orders.phase.${value}`), { optional: true }),
    c.copy('owner_id', 'orders.ownerId', { optional: true }),
    c.text('other_name', 'orders.other', { optional: true }),
    c.text('network', 'orders.network', { optional: true }),
    c.copy('address', 'orders.address', { shorten: true, optional: true }),
    c.copy('txid', 'orders.txid', { shorten: true, optional: true }),
    c.copy('refunded_order', 'orders.refundedOrder', { optional: true }),
  ],
  search: { number: 'orders.anyNumber', owner_id: 'orders.ownerId' },
  filters: (f, t) => [
    f.choice('kind', 'orders.kindTitle', (value) => t(`orderKind.${value}`)),
    f.choice('phase', 'orders.phase', (value) => t(`orders.phase.${value}`)),
    f.coin('coin_name'),
  ],
  leadsTo: (row) => (row.kind === 'refund' ? undefined : placeOfOrder(row)),
  details: { title: 'orders.refundTitle', find: (key) => ({ number: key.split('.').at(-1) ?? '' }), Body: EveryDetails },
  empty: { title: 'orders.everyEmpty', hint: 'orders.everyEmptyHint' },
  exports: everyOrderExport,
});

import { lazyPart } from '@purser/ui/lazy-part';
import { listKit } from '@purser/console-kit/list/list-kit';
import { reviewExport, reviewQuery } from '@purser/contract/features/review';
import { staffOrderCoins } from '@purser/contract/features/staff-order';
import { isEffective, MOST_DECIDED_AT_ONCE } from '@purser/contract/review';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { queueKeys } from '../../shared/queue-keys.tsx';
import { keyOf, type ReviewRow, whichOf } from './api.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { isWaiting, WithDeciding } from './deciding.tsx';
import type { OwnTexts } from './texts.ts';
import { REVIEW_TONES } from '../../shared/order-tones.ts';

/** What is known of an order comes with the first that is opened. */
const Body = lazyPart(async () => ({ default: (await import('./review-details.tsx')).ReviewDetails }));

const settled = ({ kind, status }: ReviewRow): boolean => isEffective(kind, status);

const List = listKit<OperatorTexts & OwnTexts>({ coins: staffOrderCoins }).listPage(reviewQuery, {
  id: 'reviews',
  title: 'menu.reviewOrders',
  hint: 'reviews.hint',
  label: 'menu.reviewOrders',
  topics: ['review'],
  rowKey: keyOf,
  columns: (c, t) => [
    c.own('kind', 'reviews.kindTitle', (row) => t(`reviews.kind.${row.kind}`), { always: true }),
    c.choice('status', 'field.status', (value) => t(`reviews.status.${value}`), { tones: REVIEW_TONES, always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.text('owner_name', 'reviews.owner'),
    c.time('create_time', 'field.createTime'),
    c.copy('serial_number', 'field.serialNumber'),
    c.copy('owner_id', 'reviews.ownerId', { optional: true }),
    c.money('settlement_amount', 'field.settlementAmount', { settled, optional: true }),
    c.money('handling_fee', 'field.handlingFee', { settled, optional: true }),
    c.copy('order_id', 'field.orderId', { optional: true }),
    c.copy('payee_id', 'reviews.payeeId', { optional: true }),
    c.copy('txid', 'reviews.txid', { optional: true }),
    c.choice('review_mode', 'reviews.mode', (value) => t(`reviews.mode.${value}`), { optional: true }),
    c.text('audit', 'reviews.audit', { optional: true }),
    c.time('audit_time', 'reviews.auditTime', { optional: true }),
    c.text('remark', 'reviews.remark', { optional: true }),
  ],
  search: {
    serial_number: 'field.serialNumber',
    owner_id: 'reviews.ownerId',
    order_id: 'field.orderId',
    txid: 'reviews.txid',
  },
  filters: (f, t) => [
    f.choice('waits_for', 'reviews.waitsFor', (value) => t(`reviews.waitsFor.${value}`)),
    f.choice('kind', 'reviews.kindTitle', (value) => t(`reviews.kind.${value}`)),
    f.choice('status', 'field.status', (value) => t(`reviews.status.${value}`)),
    f.coin('coin_name'),
  ],
  details: { title: 'reviews.detailTitle', find: whichOf, Body },
  empty: { title: 'reviews.emptyTitle', hint: 'reviews.emptyHint' },
  exports: reviewExport,
  selection: {
    allows: isWaiting,
    nameOf: (row) => `${row.serial_number} ${row.owner_name}`,
    most: MOST_DECIDED_AT_ONCE,
    Acts: ({ rows }) => <DecideButtons rows={rows} />,
  },
  Extra: queueKeys({ call: reviewQuery, topics: ['review'], keyOf }),
});

/** Every order under review, in whatever state. */
export default function ReviewsPage() {
  return (
    <WithDeciding>
      <List />
    </WithDeciding>
  );
}

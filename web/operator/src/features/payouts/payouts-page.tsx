import { payoutExport, payoutQuery } from '@purser/contract/features/payout';
import { cameToNothing } from '@purser/contract/review';
import { Money } from '@purser/ui/money';
import { WaitTag } from '../../shared/payout-wait/wait-part.tsx';
import { PageLink, SWEEPS } from '../../shared/page-link.tsx';
import { lists } from './lists.ts';
import { PayoutDetails } from './payout-details.tsx';
import { TONES } from './tones.ts';

/** USDT withdrawals of all merchants and wallet users, to be sent by hand. */
export default lists.listPage(payoutQuery, {
  id: 'payouts',
  title: 'menu.payouts',
  hint: 'payouts.hint',
  label: 'menu.payouts',
  topics: ['review'],
  renewed: true,
  rowKey: (row) => row.order_no,
  columns: (c, t) => [
    c.copy('order_no', 'payouts.orderNo', { always: true }),
    c.choice('status', 'field.status', (value) => t(`payouts.status.${value}`), { tones: TONES, always: true }),
    c.own('count', 'payouts.arrives', (row) => <Money amount={cameToNothing(row.status) ? null : row.count} coin={row.abbreviation} />, {
      align: 'end',
      phone: 'amount',
      always: true,
    }),
    c.own('waits', 'wait.title', ({ waits }) => waits && <WaitTag waits={waits} />, { phone: 'note' }),
    c.text('network', 'payouts.network'),
    c.copy('address', 'payouts.address', { shorten: true }),
    c.text('name', 'payouts.owner'),
    c.money('trade_count', 'payouts.amount'),
    c.time('create_time', 'field.createTime'),
    c.copy('txid', 'payouts.txid', { shorten: true, optional: true }),
    c.copy('merchant_id', 'payouts.ownerId', { optional: true }),
    c.text('remark', 'payouts.remark', { optional: true }),
    c.time('audit_time', 'payouts.auditTime', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: { order_no: 'payouts.orderNo', merchant_id: 'payouts.ownerId' },
  filters: (f, t) => [f.choice('status', 'field.status', (value) => t(`payouts.status.${value}`)), f.coin('out_abbreviation')],
  details: { title: 'payouts.detailTitle', find: (order_no) => ({ order_no }), Body: PayoutDetails },
  Actions: () => <PageLink page={SWEEPS} />,
  empty: { title: 'payouts.emptyTitle', hint: 'payouts.emptyHint' },
  exports: payoutExport,
});

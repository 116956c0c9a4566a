import { listKit } from '@purser/console-kit/list/list-kit';
import { USDT } from '@purser/contract/exchange';
import { chainDepositExport, chainDepositNetworks, chainDepositQuery } from '@purser/contract/features/chain-deposit';
import type { deposits } from '@purser/i18n/operator/deposits/en';
import { Money } from '@purser/ui/money';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { DepositDetails } from './deposit-details.tsx';
import { DEPOSIT_TONES } from '../../shared/order-tones.ts';

/** USDT that arrived at the own addresses of all merchants and wallet users. */
export default listKit<OperatorTexts & typeof deposits>({ networks: chainDepositNetworks }).listPage(chainDepositQuery, {
  id: 'deposits',
  title: 'menu.deposits',
  hint: 'deposits.hint',
  label: 'deposits.table',
  topics: ['review'],
  renewed: true,
  rowKey: (row) => row.deposit_id,
  columns: (c, t) => [
    c.own('owner_name', 'deposits.owner', ({ owner_name, owner_id }) => owner_name || owner_id, { always: true }),
    c.own('trade_count', 'deposits.amount', (row) => <Money amount={row.trade_count} coin={USDT} />, {
      align: 'end',
      phone: 'amount',
      always: true,
    }),
    c.choice('state', 'field.status', (value) => t(`deposits.state.${value}`), { tones: DEPOSIT_TONES, always: true }),
    c.choice('held', 'deposits.held', (value) => t(`deposits.held.${value}`), { phone: 'note' }),
    c.text('network', 'deposits.network'),
    c.copy('txid', 'deposits.txid', { shorten: true }),
    c.time('create_time', 'field.createTime'),
    c.copy('address', 'deposits.address', { shorten: true, optional: true }),
    c.copy('sender', 'deposits.sender', { shorten: true, optional: true }),
    c.copy('owner_id', 'deposits.ownerId', { optional: true }),
    c.copy('serial_number', 'deposits.order', { optional: true }),
    c.text('decided_by', 'deposits.decidedBy', { optional: true }),
    c.time('settle_time', 'deposits.settleTime', { optional: true }),
  ],
  search: { txid: 'deposits.txid', address: 'deposits.address', owner_id: 'deposits.ownerId' },
  filters: (f, t) => [
    f.choice('state', 'field.status', (value) => t(`deposits.state.${value}`)),
    f.choice('waits_for', 'deposits.waitsFor', (value) => t(`deposits.waitsFor.${value}`)),
    f.network('network', 'deposits.network'),
    f.choice('held', 'deposits.held', (value) => t(`deposits.held.${value}`)),
  ],
  details: { title: 'deposits.detailTitle', find: (deposit_id) => ({ deposit_id }), Body: DepositDetails },
  empty: { title: 'deposits.emptyTitle', hint: 'deposits.emptyHint' },
  exports: chainDepositExport,
});

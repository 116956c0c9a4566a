import { listKit } from '@purser/console-kit/list/list-kit';
import { chainDepositNetworks } from '@purser/contract/features/chain-deposit';
import { chainSweepExport, chainSweepQuery } from '@purser/contract/features/chain-sweep';
import { USDT } from '@purser/contract/exchange';
import type { chains } from '@purser/i18n/operator/chains/en';
import { Money } from '@purser/ui/money';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { SWEEP_TONES } from '../../shared/order-tones.ts';
import { SweepDetails } from './sweep-details.tsx';

/** What the signer brings together from deposit addresses, sweep by sweep. */
export default listKit<OperatorTexts & typeof chains>({ networks: chainDepositNetworks }).listPage(chainSweepQuery, {
  id: 'sweeps',
  title: 'menu.sweeps',
  hint: 'chains.sweepsHint',
  label: 'chains.sweepsTable',
  topics: ['review'],
  renewed: true,
  rowKey: (row) => row.sweep_id,
  columns: (c, t) => [
    c.copy('address', 'chains.sweepAddress', { shorten: true, always: true }),
    c.choice('state', 'field.status', (value) => t(`chains.sweep.${value}`), { tones: SWEEP_TONES, always: true }),
    c.own('usdt', 'chains.sweepAmount', (row) => <Money amount={row.usdt} coin={USDT} />, { align: 'end', phone: 'amount', always: true }),
    c.choice('why', 'chains.sweepWhy', (value) => t(`chains.why.${value}`), { phone: 'note' }),
    c.text('network', 'chains.sweepNetwork'),
    c.own('owner_name', 'chains.sweepOwner', ({ owner_name, owner_id }) => owner_name || owner_id),
    c.copy('txid', 'chains.sweepTxid', { shorten: true, optional: true }),
    c.time('create_time', 'field.createTime'),
    c.copy('destination', 'chains.sweepTo', { shorten: true, optional: true }),
    c.text('fuel', 'chains.sweepFuel', { optional: true }),
    c.copy('owner_id', 'chains.sweepOwnerId', { optional: true }),
    c.copy('sweep_id', 'chains.sweepId', { shorten: true, optional: true }),
    c.time('done_time', 'chains.sweepDone', { optional: true }),
  ],
  search: { address: 'chains.sweepAddress', txid: 'chains.sweepTxid', owner_id: 'chains.sweepOwnerId' },
  filters: (f, t) => [
    f.choice('state', 'field.status', (value) => t(`chains.sweep.${value}`)),
    f.network('network', 'chains.sweepNetwork'),
    f.choice('why', 'chains.sweepWhy', (value) => t(`chains.why.${value}`)),
  ],
  details: { title: 'chains.sweepTitle', find: (sweep_id) => ({ sweep_id }), Body: SweepDetails },
  empty: { title: 'chains.sweepsEmpty', hint: 'chains.sweepsEmptyHint' },
  exports: chainSweepExport,
});

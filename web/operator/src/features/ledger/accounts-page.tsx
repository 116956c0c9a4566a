import { ledgerAccountExport, ledgerAccountQuery } from '@purser/contract/features/ledger';
import { Money } from '@purser/ui/money';
import { AccountDetails } from './account-details.tsx';
import { ManualPostingButton } from './manual-posting.tsx';
import { lists } from './lists.ts';
import { purposeText } from '../../shared/postings/purpose-text.ts';

/** Every account of the ledger, and the way to change a balance by hand. */
export default lists.listPage(ledgerAccountQuery, {
  id: 'ledger-accounts',
  title: 'menu.ledgerAccounts',
  hint: 'ledger.accountsHint',
  label: 'menu.ledgerAccounts',
  topics: ['ledger'],
  rowKey: (row) => `${row.owner_id} ${row.coin_name} ${row.purpose}`,
  columns: (c, t) => [
    c.copy('owner_id', 'ledger.ownerId', { always: true }),
    c.own('owner_name', 'ledger.owner', ({ owner_name }) => (owner_name === null ? t('ledger.provider') : owner_name || '–')),
    c.own('purpose', 'ledger.purpose', ({ purpose }) => purposeText(purpose, t), { phone: 'status' }),
    c.money('available_asset', 'field.available', { always: true }),
    c.own('freeze_asset', 'field.frozen', ({ freeze_asset }) => <Money amount={freeze_asset} />, { align: 'end' }),
    c.own('pending_asset', 'field.pending', ({ pending_asset }) => <Money amount={pending_asset} />, { align: 'end' }),
    c.own('total_asset', 'field.total', ({ total_asset }) => <Money amount={total_asset} />, { align: 'end', optional: true }),
    c.own('entries', 'ledger.entries', ({ entries }) => entries, { align: 'end' }),
    c.time('last_time', 'ledger.lastTime', { optional: true }),
    c.time('open_time', 'ledger.openTime'),
  ],
  search: { owner_id: 'ledger.ownerId' },
  filters: (f, t) => [f.coin('coin_name'), f.choice('owner_kind', 'ledger.ownerKind', (value) => t(`ledger.ownerKind.${value}`))],
  details: {
    title: 'ledger.account',
    find: (key) => {
      const [owner, coin_name, purpose] = key.split(' ');
      return { owner_id: Number(owner), ...(coin_name && { coin_name }), ...(purpose && { purpose }) };
    },
    Body: AccountDetails,
  },
  empty: { title: 'ledger.accountsEmpty', hint: 'ledger.emptyHint' },
  exports: ledgerAccountExport,
  Actions: ManualPostingButton,
});

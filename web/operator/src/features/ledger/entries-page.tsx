import { ledgerEntryExport, ledgerEntryQuery } from '@purser/contract/features/ledger';
import { Money } from '@purser/ui/money';
import { PostingDetails } from './posting-details.tsx';
import { lists } from './lists.ts';
import { purposeText } from '../../shared/postings/purpose-text.ts';

/** What postings did to one owner's accounts. */
export default lists.listPage(ledgerEntryQuery, {
  id: 'ledger-entries',
  title: 'ledger.entriesTitle',
  hint: 'ledger.entriesHint',
  label: 'ledger.entriesTitle',
  topics: ['ledger'],
  rowKey: (row) => `${row.owner_id} ${row.coin_name} ${row.purpose} ${row.version}`,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.choice('transaction_type', 'field.type', (value) => t(`transactionType.${value}`)),
    c.copy('owner_id', 'ledger.ownerId', { optional: true }),
    c.own('purpose', 'ledger.purpose', ({ purpose }) => purposeText(purpose, t)),
    c.money('transaction_number', 'ledger.change', { signed: true, always: true }),
    c.own('available_before_number', 'ledger.before', ({ available_before_number }) => <Money amount={available_before_number} />, {
      align: 'end',
    }),
    c.own('available_after_number', 'ledger.after', ({ available_after_number }) => <Money amount={available_after_number} />, {
      align: 'end',
    }),
    c.own('frozen_after_number', 'ledger.frozenAfter', ({ frozen_after_number }) => <Money amount={frozen_after_number} />, {
      align: 'end',
      optional: true,
    }),
    c.own('pending_after_number', 'ledger.pendingAfter', ({ pending_after_number }) => <Money amount={pending_after_number} />, {
      align: 'end',
      optional: true,
    }),
    c.own('counterparty', 'ledger.counterparty', ({ counterparty }) => counterparty ?? '–', { optional: true }),
    c.text('version', 'ledger.version', { optional: true }),
    c.time('time', 'field.time'),
  ],
  search: { owner_id: 'ledger.ownerId' },
  filters: (f) => [f.coin('coin_name')],
  details: { title: 'ledger.posting', Body: PostingDetails },
  empty: { title: 'ledger.entriesEmpty', hint: 'ledger.emptyHint' },
  exports: ledgerEntryExport,
});

import { ledgerPostingExport, ledgerPostingQuery } from '@purser/contract/features/ledger';
import { Money } from '@purser/ui/money';
import { postingKey } from '../../shared/postings/posting-key.ts';
import { PostingDetails } from './posting-details.tsx';
import { lists } from './lists.ts';

/** What a posting moved: in one coin mostly. */
function Moved({ moved }: { readonly moved: readonly { readonly coin_name: string; readonly amount: string }[] }) {
  return moved.map(({ coin_name, amount }) => (
    <div key={coin_name}>
      <Money amount={amount} coin={coin_name} />
    </div>
  ));
}

/** Every posting, the newest first. */
export default lists.listPage(ledgerPostingQuery, {
  id: 'ledger-postings',
  title: 'menu.ledgerPostings',
  hint: 'ledger.postingsHint',
  label: 'menu.ledgerPostings',
  topics: ['ledger'],
  rowKey: postingKey,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.choice('transaction_type', 'field.type', (value) => t(`transactionType.${value}`)),
    c.own('moved', 'ledger.moved', ({ moved }) => <Moved moved={moved} />, { align: 'end', phone: 'amount', always: true }),
    c.copy('posting_owner_id', 'ledger.home'),
    c.time('time', 'field.time'),
    c.copy('posting_id', 'ledger.postingId', { optional: true, shorten: true }),
  ],
  search: { serial_number: 'field.serialNumber' },
  filters: (f, t) => [f.choice('transaction_type', 'field.type', (value) => t(`transactionType.${value}`))],
  details: { title: 'ledger.posting', find: (key) => ({ serial_number: key.split(' ')[0] }), Body: PostingDetails },
  empty: { title: 'ledger.postingsEmpty', hint: 'ledger.emptyHint' },
  exports: ledgerPostingExport,
});

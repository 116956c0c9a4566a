import { lazyPart } from '@purser/ui/lazy-part';
import { MOST_METHODS_DECIDED, staffPaymentMethodExport, staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { queueKeys } from '../../shared/queue-keys.tsx';
import type { Account } from './account-details.tsx';
import { DecideButtons } from './decide.tsx';
import { WithDeciding } from './deciding.tsx';
import { lists } from './lists.ts';
import { METHOD_TONES } from './tones.ts';

const AccountDetails = lazyPart(async () => ({ default: (await import('./account-details.tsx')).AccountDetails }));

const keyOf = ({ payment_method_id }: Account) => payment_method_id;

const List = lists.listPage(staffPaymentMethodQuery, {
  id: 'operator-bank-accounts',
  title: 'menu.bankAccounts',
  hint: 'bank.accountsHint',
  label: 'menu.bankAccounts',
  topics: ['review'],
  rowKey: keyOf,
  columns: (c, t) => [
    c.own('account_number', 'bank.number', (row) => `${row.bank_name} ${row.account_number}`, { always: true }),
    c.choice('status', 'bank.verification', (value) => t(`bank.state.${value}`), { tones: METHOD_TONES, always: true }),
    c.text('holder_name', 'bank.holder'),
    c.text('owner_name', 'bank.owner'),
    c.copy('owner_id', 'bank.ownerId'),
    c.choice('party', 'bank.party', (value) => t(`bank.party.${value}`)),
    c.text('market', 'bank.currency'),
    c.time('create_time', 'field.createTime'),
    c.text('bank_code', 'bank.bankCode', { optional: true }),
    c.choice('binding', 'bank.binding', (value) => t(`bank.binding.${value}`), { optional: true }),
    c.choice('listing', 'bank.listing', (value) => t(`bank.listing.${value}`), { optional: true }),
    c.text('reason', 'bank.reason', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: { owner_id: 'bank.ownerId' },
  filters: (f, t) => [
    f.choice('status', 'bank.verification', (value) => t(`bank.state.${value}`)),
    f.choice('party', 'bank.party', (value) => t(`bank.party.${value}`)),
    f.choice('binding', 'bank.binding', (value) => t(`bank.binding.${value}`)),
  ],
  details: { title: 'bank.account', find: (payment_method_id) => ({ payment_method_id }), Body: AccountDetails },
  empty: { title: 'bank.accountsEmpty', hint: 'bank.accountsEmptyHint' },
  selection: {
    allows: ({ status, binding }) => status === 'unverified' && binding === 'bound',
    nameOf: ({ bank_name, account_number, owner_name }) => `${bank_name} ${account_number} ${owner_name}`,
    most: MOST_METHODS_DECIDED,
    Acts: DecideButtons,
  },
  exports: staffPaymentMethodExport,
  Extra: queueKeys({ call: staffPaymentMethodQuery, topics: ['review'], keyOf }),
});

/** Bank accounts of merchants and wallet users, for staff to verify. */
export default function AccountsPage() {
  return (
    <WithDeciding>
      <List />
    </WithDeciding>
  );
}

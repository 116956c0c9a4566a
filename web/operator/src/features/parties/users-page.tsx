import { lazyPart } from '@purser/ui/lazy-part';
import { partyUserExport, partyUserQuery } from '@purser/contract/features/party';
import { lists } from './lists.ts';
import { IDENTITY_TONES, STATUS_TONES } from './tones.ts';
import { UserName } from './user-name.tsx';

/** What is done to a user comes with the first row that is opened. */
const UserDetails = lazyPart(async () => ({ default: (await import('./user-details.tsx')).UserDetails }));

/** Every wallet user. */
export default lists.listPage(partyUserQuery, {
  id: 'wallet-users',
  title: 'menu.users',
  hint: 'party.usersHint',
  label: 'menu.users',
  topics: ['party'],
  rowKey: (row) => String(row.user_id),
  columns: (c, t) => [
    c.own('nick', 'party.name', ({ user_id, nick, status }) => <UserName user_id={user_id} nick={nick} isClosed={status === 'closed'} />, {
      always: true,
    }),
    c.copy('user_id', 'party.userId', { always: true }),
    c.copy('username', 'party.username'),
    c.choice('status', 'field.status', (value) => t(`party.status.${value}`), { tones: STATUS_TONES, always: true }),
    c.copy('phone', 'party.phone'),
    c.copy('email', 'party.email'),
    c.choice('kind', 'party.kindTitle', (value) => t(`party.kind.${value}`)),
    c.choice('authentication_status', 'party.identityTitle', (value) => t(`party.identity.${value}`), { tones: IDENTITY_TONES }),
    c.own('markets', 'party.markets', ({ markets }) => markets.join(', ') || '–', { optional: true }),
    c.time('create_time', 'field.createTime'),
  ],
  search: {
    user_id: 'party.userId',
    part: 'party.nameOrLogin',
    phone: 'party.phone',
    email: 'party.email',
  },
  filters: (f, t) => [
    f.choice('status', 'field.status', (value) => t(`party.status.${value}`)),
    f.choice('kind', 'party.kindTitle', (value) => t(`party.kind.${value}`)),
    f.choice('authentication_status', 'party.identityTitle', (value) => t(`party.identity.${value}`)),
  ],
  details: { title: 'party.userTitle', find: (number) => ({ user_id: Number(number) }), Body: UserDetails },
  empty: { title: 'party.usersEmpty', hint: 'party.emptyHint' },
  exports: partyUserExport,
});

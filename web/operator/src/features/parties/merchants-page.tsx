import { lazyPart } from '@purser/ui/lazy-part';
import { partyMerchantExport, partyMerchantQuery } from '@purser/contract/features/party';
import { Admit } from './admit.tsx';
import { lists } from './lists.ts';
import { IDENTITY_TONES, SET_UP_TONES, STATUS_TONES } from './tones.ts';

/** What is done to a merchant comes with the first row that is opened. */
const MerchantDetails = lazyPart(async () => ({ default: (await import('./merchant-details.tsx')).MerchantDetails }));

/** Every merchant. */
export default lists.listPage(partyMerchantQuery, {
  id: 'merchants',
  title: 'menu.merchants',
  hint: 'party.merchantsHint',
  label: 'menu.merchants',
  topics: ['party'],
  rowKey: (row) => String(row.merchant_id),
  columns: (c, t) => [
    c.text('name', 'party.name', { always: true }),
    c.copy('merchant_id', 'field.merchantId', { always: true }),
    c.copy('username', 'party.username'),
    c.choice('status', 'field.status', (value) => t(`party.status.${value}`), { tones: STATUS_TONES, always: true }),
    c.choice('authentication_status', 'party.identityTitle', (value) => t(`party.identity.${value}`), { tones: IDENTITY_TONES }),
    c.choice('set_up', 'party.setUpTitle', (value) => t(`party.setUp.${value}`), { tones: SET_UP_TONES }),
    c.own('markets', 'party.markets', ({ markets }) => markets.join(', ') || '–'),
    c.time('login_time', 'party.loginTime'),
    c.copy('login_ip', 'party.loginIp', { optional: true }),
    c.time('create_time', 'field.createTime', { optional: true }),
  ],
  search: { merchant_id: 'field.merchantId', part: 'party.nameOrLogin' },
  filters: (f, t) => [
    f.choice('status', 'field.status', (value) => t(`party.status.${value}`)),
    f.choice('authentication_status', 'party.identityTitle', (value) => t(`party.identity.${value}`)),
    f.choice('set_up', 'party.setUpTitle', (value) => t(`party.setUp.${value}`)),
  ],
  details: { title: 'party.merchantTitle', find: (number) => ({ merchant_id: Number(number) }), Body: MerchantDetails },
  empty: { title: 'party.merchantsEmpty', hint: 'party.emptyHint' },
  exports: partyMerchantExport,
  Actions: Admit,
});

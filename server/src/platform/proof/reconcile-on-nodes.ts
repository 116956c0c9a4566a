import { POSTINGS_OF_ENTRIES } from '@purser/ledger/on-nodes';
import type { RECONCILE_CHECKS } from './reconcile.ts';

const page = (table: string, key: string, where = 'true'): string =>
  `select * from ${table} where ${where} and (${key}) > ($1, $2) order by ${key} limit $3`;

/** The entries of rows `of`, by the number of what they tell of, and the owner of its posting where that is known. */
const entriesOf = (of: string, type: string, owner?: string): string => `
  select e.* from ${of} o
  join ledger.entry e on e.serial_number = o.serial_number collate "C" ${type && `and e.type = '${type}'`} ${owner ? `and e.posting_owner_id = o.${owner}` : ''}`;

/** With the other halves of what was made in two. */
const POSTINGS_AND_HALVES = {
  made: POSTINGS_OF_ENTRIES,
  other_half: `
    select s.* from made p join ledger.posting s
      on s.owner_id = (p.note -> 'second_half' ->> 'owner_id')::bigint and s.posting_id = (p.note -> 'second_half' ->> 'posting_id')::uuid`,
  posting: 'select * from made union select * from other_half',
};

/** Rows that a posting of a type tells of. */
const toldBy = (type: string, table: string, owner: string): string => `
  select o.* from posting p join ${table} o on o.${owner} = p.owner_id and o.serial_number = p.serial_number collate "default"
  where p.type like '${type}'`;

/**
 * What each check looks at, gathered from several nodes (`gathered`). Where rows are gathered beside those of the page in the same table, the page is still
 * the first of them: it holds all that there are up to its end.
 */
export const STEPS: Readonly<Record<keyof typeof RECONCILE_CHECKS, Readonly<Record<string, string>>>> = {
  order: {
    payment_order: page('payment_order', 'merchant_id, serial_number'),
    entry: entriesOf('payment_order', 'payment'),
    ...POSTINGS_AND_HALVES,
  },
  transfer: {
    page: page('merchant_transfer', 'merchant_id, serial_number'),
    other: `
      select o.* from page t join merchant_transfer o on o.merchant_id = t.counterparty_id and o.serial_number = t.serial_number`,
    merchant_transfer: 'select * from page union select * from other',
    entry: entriesOf('(select distinct serial_number from page)', 'transfer'),
    ...POSTINGS_AND_HALVES,
  },
  refund: {
    page: page('refund', 'merchant_id, serial_number'),
    refund: `
      select * from page union
      select s.* from page r join refund s on s.merchant_id = r.merchant_id and s.order_serial_number = r.order_serial_number`,
    payment_order: `
      select o.* from (select distinct merchant_id, order_serial_number from page) r
      join payment_order o on o.merchant_id = r.merchant_id and o.serial_number = r.order_serial_number`,
    entry: entriesOf('page', 'refund', 'merchant_id'),
    posting: POSTINGS_OF_ENTRIES,
  },
  posting: {
    posting: page('ledger.posting', 'owner_id, posting_id'),
    payment_order: toldBy('payment', 'payment_order', 'merchant_id'),
    sent: `
      select t.* from posting p join merchant_transfer t
        on t.merchant_id = case when p.note -> 'first_half' is null then p.owner_id else (p.note -> 'first_half' ->> 0)::bigint end
          and t.serial_number = p.serial_number collate "default"
      where p.type = 'transfer'`,
    received: `
      select r.* from sent t join merchant_transfer r on r.merchant_id = t.counterparty_id and r.serial_number = t.serial_number`,
    merchant_transfer: 'select * from sent union select * from received',
    refund: toldBy('refund', 'refund', 'merchant_id'),
    commission: toldBy('commission', 'commission', 'owner_id'),
    review_order: toldBy('adjustment%', 'review_order', 'owner_id'),
  },
  adjustment: {
    approval: `
      select owner_id, approval_id, kind, state, content from approval
      where kind = 'ledger.manual_posting' and state = 'approved' and (owner_id, approval_id) > ($1, $2) order by owner_id, approval_id limit $3`,
    entry: `
      select e.* from approval a join ledger.entry e
        on e.serial_number = (a.content::jsonb ->> 'serial_number') collate "C" and e.posting_id = a.approval_id and e.posting_owner_id = a.owner_id`,
    posting: POSTINGS_OF_ENTRIES,
    coin: 'select code, decimals from coin',
  },
  review: {
    review_order: page('review_order', 'owner_id, serial_number', `kind <> 'adjustment'`),
    entry: entriesOf('review_order', '', 'owner_id'),
  },
  userAdjustment: {
    review_order: page('review_order', 'owner_id, serial_number', `kind = 'adjustment'`),
    entry: entriesOf('review_order', '', 'owner_id'),
  },
  commission: {
    commission: page('commission', 'owner_id, serial_number'),
    review_order: `
      select o.* from (select distinct user_id, order_serial_number from commission) c
      join review_order o on o.owner_id = c.user_id and o.serial_number = c.order_serial_number`,
    referral: 'select r.user_id, r.agent_id from (select distinct user_id from commission) c join referral r on r.user_id = c.user_id',
    wallet_user:
      'select u.user_id, u.closed_at from (select distinct owner_id from commission) c join wallet_user u on u.user_id = c.owner_id',
    entry: entriesOf('commission', '', 'owner_id'),
    posting: POSTINGS_OF_ENTRIES,
  },
  earning: {
    review_order: `
      select o.* from referral r join review_order o on o.owner_id = r.user_id
      where (o.owner_id, o.serial_number) > ($1, $2) order by o.owner_id, o.serial_number limit $3`,
    referral: 'select r.user_id, r.agent_id from (select distinct owner_id from review_order) o join referral r on r.user_id = o.owner_id',
    commission: `
      select c.* from referral r join review_order o on o.owner_id = r.user_id
      join commission c on c.owner_id = r.agent_id and c.user_id = o.owner_id and c.order_serial_number = o.serial_number`,
  },
};

import { gathered } from '@purser/ledger/on-nodes';
import { type Findings, isDistributed, pages } from '@purser/ledger/verify-reader';
import type pg from 'pg';
import { USER_ADJUSTMENTS } from './reconcile-adjustments.ts';
import { COMMISSIONS, EARNINGS } from './reconcile-commissions.ts';
import { REVIEWS } from './reconcile-reviews.ts';
import { STEPS } from './reconcile-on-nodes.ts';

/** What features keep of money that moved, against the postings that moved it, in both directions. */
export const RECONCILE_CHECKS = {
  order: 'a paid order has the payment that it tells of, and no other order has one',
  transfer: 'both rows of a transfer tell of its posting',
  posting: 'every payment has its paid order, every transfer its two rows, every commission its own',
  refund: 'every refund tells of its posting, and an order of what was refunded of it',
  adjustment: 'every manual posting is what two people approved, and every approved one was posted',
  review: 'every withdrawal and recharge was posted as it stands',
  userAdjustment: "every adjustment of a user's balance by a merchant was posted as it stands",
  commission: 'every commission is the share of the fee that earned it, and was posted as it stands',
  earning: 'every fee of a user who was referred has earned its one commission',
} as const;

const ROWS_AT_A_TIME = 2_000;
/** On several nodes: there each is compared with the rows of all. */
const FEWER_AT_A_TIME = 200;
const FIRST_UUID = [0, '00000000-0000-0000-0000-000000000000'] as const;

/**
 * The legs that a row's posting must have and has, as texts in order: owner, purpose, change of available funds, charge, counterparty.
 * Whose fee account collects is the ledger's business.
 */
const legsOf = (legs: string): string => `
  (select coalesce(array_agg(format('%s %s %s charge %s with %s', owner, purpose, change, charge, counterparty) order by purpose, owner), '{}')
   from (values ${legs}) as leg(owner, purpose, change, charge, counterparty) where change <> 0 or charge <> 0)`;

/**
 * What entries say was made. Of what was made in two halves they are both of them: it was made once, with the second half and at its time. First halves
 * alone come to nothing: they are under way, or were turned back.
 */
const MADE = `
  select coalesce(array_agg(format('%s %s %s charge %s with %s', case when e.purpose = 'fees' then 'provider' else e.owner_id::text end, e.purpose,
      e.available_after - e.available_before, e.charge, e.counterparty)
      order by e.purpose, case when e.purpose = 'fees' then 'provider' else e.owner_id::text end), '{}') as legs,
    max(date_trunc('milliseconds', p.posted_at)) filter (where p.note -> 'second_half' is null) as posted_at,
    count(distinct e.posting_id) filter (where p.note -> 'second_half' is null) as postings,
    bool_and(e.frozen_after = e.frozen_before and e.pending_after = e.pending_before) as only_available, min(e.coin) as coin
  from ledger.entry e
  left join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id`;

/** Entries of what was made under a number that is at home with an owner: of the posting, or of the half that is, and of its other half. */
function acrossFrom(type: 'payment' | 'transfer', serialNumber: string, owner: string): string {
  return `e.serial_number = ${serialNumber} collate "C" and e.type = '${type}' and e.purpose <> 'clearing' and case
    when p.note -> 'second_half' is not null then exists (
      select from ledger.posting s
      where s.owner_id = (p.note -> 'second_half' ->> 'owner_id')::bigint and s.posting_id = (p.note -> 'second_half' ->> 'posting_id')::uuid
        and s.note -> 'first_half' = jsonb_build_array(p.owner_id, p.posting_id) and ${owner} in (p.owner_id, s.owner_id))
    when p.note -> 'first_half' is not null then ${owner} in (p.owner_id, (p.note -> 'first_half' ->> 0)::bigint)
    else e.posting_owner_id = ${owner} end`;
}

const ORDERS = `
  select o.merchant_id::text, o.serial_number,
    case when o.status = 'paid' then
      made.legs is distinct from ${legsOf(`(o.payer_id::text, 'main', o.from_reward - o.amount, 0, o.merchant_id), (o.payer_id::text, 'reward', -o.from_reward, 0, o.merchant_id),
        (o.merchant_id::text, 'main', o.settlement_amount, o.handling_fee, o.payer_id), ('provider', 'fees', o.handling_fee, 0, o.merchant_id)`)}
      or made.posted_at is distinct from o.paid_time or made.postings <> 1 or not made.only_available or made.coin <> o.coin
    else made.postings > 0 end as wrong,
    format('order is %s: %s %s, fee %s, reward %s, payer %s at %s; posted: %s at %s', o.status, o.amount, o.coin, o.handling_fee, o.from_reward,
      o.payer_id, o.paid_time, made.legs, made.posted_at) as found
  from (select * from payment_order where (merchant_id, serial_number) > ($1, $2) order by merchant_id, serial_number limit $3) o
  cross join lateral (${MADE} where ${acrossFrom('payment', 'o.serial_number', 'o.merchant_id')}) made
  order by o.merchant_id, o.serial_number`;

const SENDER = `case t.transfer_type when 'transfer' then t.merchant_id else t.counterparty_id end`;
const RECIPIENT = `case t.transfer_type when 'transfer' then t.counterparty_id else t.merchant_id end`;
const SAME = ['coin', 'transfer_amount', 'transfer_fee', 'internal_transfer_fee', 'settlement_amount', 'remark', 'create_time'];
const row = (of: string): string => `(${SAME.map((column) => `${of}.${column}`).join(', ')})`;

const TRANSFERS = `
  select t.merchant_id::text, t.serial_number,
    made.legs is distinct from ${legsOf(`((${SENDER})::text, 'main', -t.transfer_amount, 0, ${RECIPIENT}),
      ((${RECIPIENT})::text, 'main', t.settlement_amount, t.transfer_fee, ${SENDER}), ('provider', 'fees', t.transfer_fee, 0, ${RECIPIENT})`)}
      or made.posted_at is distinct from t.create_time or made.postings <> 1 or not made.only_available or made.coin <> t.coin
      or t.internal_transfer_fee <> 0 or ${row('o')} is distinct from ${row('t')} or o.transfer_type is not distinct from t.transfer_type
      or o.counterparty_id is distinct from t.merchant_id or o.own_name is distinct from t.counterparty_name
      or o.counterparty_name is distinct from t.own_name as wrong,
    format('%s of %s %s, fee %s, with %s at %s; the other side: %s %s; posted: %s at %s', t.transfer_type, t.transfer_amount, t.coin, t.transfer_fee,
      t.counterparty_id, t.create_time, o.transfer_type, o.transfer_amount, made.legs, made.posted_at) as found
  from (select * from merchant_transfer where (merchant_id, serial_number) > ($1, $2) order by merchant_id, serial_number limit $3) t
  left join merchant_transfer o on o.merchant_id = t.counterparty_id and o.serial_number = t.serial_number
  cross join lateral (${MADE} where ${acrossFrom('transfer', 't.serial_number', SENDER)}) made
  order by t.merchant_id, t.serial_number`;

const POSTINGS = `
  select p.owner_id::text, p.posting_id::text,
    case when p.note -> 'second_half' is not null then 'first half' else p.type end in ('payment', 'transfer', 'refund', 'commission') and case p.type
      when 'payment' then not exists (
        select from payment_order o
        where o.merchant_id = p.owner_id and o.serial_number = p.serial_number collate "default" and o.status = 'paid')
      when 'transfer' then not exists (
        select from merchant_transfer t
        join merchant_transfer r on r.merchant_id = t.counterparty_id and r.serial_number = t.serial_number and r.transfer_type = 'receive'
        where t.merchant_id = case when p.note -> 'first_half' is null then p.owner_id else (p.note -> 'first_half' ->> 0)::bigint end
          and t.serial_number = p.serial_number collate "default" and t.transfer_type = 'transfer')
      when 'refund' then not exists (
        select from refund r
        where r.merchant_id = p.owner_id and r.serial_number = p.serial_number collate "default")
      when 'commission' then not exists (
        select from commission c
        where c.owner_id = p.owner_id and c.serial_number = p.serial_number collate "default" and c.state = 'paid')
      else false
    end as wrong,
    p.type like 'adjustment%' and not exists (
      select from approval a
      where a.approval_id = p.posting_id and a.owner_id = p.owner_id and a.kind = 'ledger.manual_posting' and a.state = 'approved'
        and p.note = jsonb_build_object('reason', a.reason, 'entered_by', a.entered_by, 'approved_by', a.decided_by))
      and not exists (
        select from review_order o
        where o.owner_id = p.owner_id and o.serial_number = p.serial_number collate "default" and o.kind = 'adjustment') as unapproved,
    format('%s %s stands alone', p.type, p.serial_number) as found
  from (select * from ledger.posting where (owner_id, posting_id) > ($1, $2) order by owner_id, posting_id limit $3) p
  order by p.owner_id, p.posting_id`;

/** Refunds against what was posted, and their orders against the sum of them. */
const REFUNDS = `
  select r.merchant_id::text, r.serial_number,
    made.legs is distinct from ${legsOf(`(r.merchant_id::text, 'main', r.fee_returned - r.amount, 0, r.payer_id), ('provider', 'fees', -r.fee_returned, 0, r.merchant_id),
        (r.payer_id::text, 'main', r.amount - r.to_reward, 0, r.merchant_id), (r.payer_id::text, 'reward', r.to_reward, 0, r.merchant_id)`)}
      or made.posted_at is distinct from r.create_time or made.postings <> 1 or not made.only_available or made.coin <> r.coin
      or o.payer_id is distinct from r.payer_id or o.coin is distinct from r.coin or o.refunded is distinct from given.amount
      or given.to_reward > o.from_reward or given.fee_returned > o.handling_fee as wrong,
    format('refund of %s %s, %s of it reward, fee %s, to %s at %s; the order says %s of %s; posted: %s at %s', r.amount, r.coin, r.to_reward,
      r.fee_returned, r.payer_id, r.create_time, o.refunded, given.amount, made.legs, made.posted_at) as found
  from (select * from refund where (merchant_id, serial_number) > ($1, $2) order by merchant_id, serial_number limit $3) r
  left join payment_order o on o.merchant_id = r.merchant_id and o.serial_number = r.order_serial_number
  cross join lateral (
    select sum(amount)::bigint as amount, sum(to_reward)::bigint as to_reward, sum(fee_returned)::bigint as fee_returned
    from refund
    where refund.merchant_id = r.merchant_id and refund.order_serial_number = r.order_serial_number
  ) given
  cross join lateral (${MADE} where e.serial_number = r.serial_number collate "C" and e.type = 'refund' and e.posting_owner_id = r.merchant_id) made
  order by r.merchant_id, r.serial_number`;

const CHANGE = `(case a.asked ->> 'direction' when 'increase' then 1 else -1 end * (a.asked ->> 'amount')::numeric * 10::numeric ^ coin.decimals)::bigint`;

/** Approved manual postings, against what was posted. */
const ADJUSTMENTS = `
  select a.owner_id::text, a.approval_id::text,
    made.legs is distinct from ${legsOf(`(a.owner_id::text, case a.asked ->> 'direction' when 'take_reward_back' then 'reward' else 'main' end, ${CHANGE}, 0, null),
      (case a.asked ->> 'against' when 'fees' then 'provider' else '1' end, a.asked ->> 'against', -${CHANGE}, 0, a.owner_id)`)}
      or made.postings <> 1 or not made.only_available or made.coin <> a.asked ->> 'coin' as wrong,
    format('%s of %s %s against %s was approved; posted: %s', a.asked ->> 'direction', a.asked ->> 'amount', a.asked ->> 'coin', a.asked ->> 'against',
      made.legs) as found
  from (
    select owner_id, approval_id, content::jsonb as asked from approval
    where kind = 'ledger.manual_posting' and state = 'approved' and (owner_id, approval_id) > ($1, $2) order by owner_id, approval_id limit $3
  ) a
  join coin on coin.code = a.asked ->> 'coin'
  cross join lateral (${MADE} where e.serial_number = (a.asked ->> 'serial_number') collate "C" and e.posting_id = a.approval_id
    and e.posting_owner_id = a.owner_id) made
  order by a.owner_id, a.approval_id`;

type Row = Record<string, string> & { wrong: boolean; unapproved?: boolean; found: string };

/** Within `reading`: in slices, each as of one moment; a row and its posting are written in one transaction. */
export async function reconcile(client: pg.ClientBase, findings: Findings): Promise<void> {
  const onNodes = isDistributed(client);
  const walk = async (
    check: keyof typeof RECONCILE_CHECKS,
    what: string,
    sql: string,
    keys: readonly [string, string],
    first: readonly unknown[],
  ) => {
    const keyOf = (found: Row) => keys.map((key) => found[key]);
    const statement = onNodes ? gathered(STEPS[check], sql) : sql;
    const isWrong = ({ wrong, unapproved }: Row): boolean => wrong || unapproved === true;
    for await (const rows of pages<Row>(client, statement, first, onNodes ? FEWER_AT_A_TIME : ROWS_AT_A_TIME, keyOf, isWrong)) {
      for (const found of rows) {
        const where = `${what} ${keyOf(found).join(' ')}`;
        if (found.wrong) findings.add(RECONCILE_CHECKS[check], where, found.found);
        if (found.unapproved) findings.add(RECONCILE_CHECKS.adjustment, where, `${found.found}: it was not approved so`);
      }
    }
  };
  await walk('order', 'order', ORDERS, ['merchant_id', 'serial_number'], [0, '']);
  await walk('transfer', 'transfer', TRANSFERS, ['merchant_id', 'serial_number'], [0, '']);
  await walk('refund', 'refund', REFUNDS, ['merchant_id', 'serial_number'], [0, '']);
  await walk('posting', 'posting', POSTINGS, ['owner_id', 'posting_id'], FIRST_UUID);
  await walk('adjustment', 'approval', ADJUSTMENTS, ['owner_id', 'approval_id'], FIRST_UUID);
  await walk('review', 'order', REVIEWS, ['owner_id', 'serial_number'], [0, '']);
  await walk('userAdjustment', 'adjustment', USER_ADJUSTMENTS, ['owner_id', 'serial_number'], [0, '']);
  await walk('commission', 'commission', COMMISSIONS, ['owner_id', 'serial_number'], [0, '']);
  await walk('earning', 'order', EARNINGS, ['owner_id', 'serial_number'], [0, '']);
}

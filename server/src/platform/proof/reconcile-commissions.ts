/** Whether an order has brought the provider its fee, so that it earns something for whoever referred its owner. */
const EARNS = `(o.fee > 0 and (o.kind, o.status) in (('usdt_recharge', 'approved'), ('usdt_withdrawal', 'settled'), ('fiat_withdrawal', 'paid_out')))`;

/**
 * Commissions, against the order that earned each and against what was posted under their numbers. Whose fee account it is taken from is the ledger's
 * business. Of a payout that the bank sent back nothing is to be paid any more; what was paid before stays.
 */
export const COMMISSIONS = `
  select c.owner_id::text, c.serial_number,
    made.legs is distinct from case c.state when 'paid' then array[
        format('provider fees: %s, %s held, charge 0', -c.amount, 0), format('%s main: %s, %s held, charge 0', c.owner_id, c.amount, 0)
      ] else '{}'::text[] end
      or made.postings <> case c.state when 'paid' then 1 else 0 end or made.coin <> c.coin or made.posted_at is distinct from c.settle_time
      or c.amount <> div(c.fee::numeric * c.share_bp, 10000) or c.share_bp not between 0 and 5000 or (c.amount = 0) <> (c.state = 'none')
      or o.fee is distinct from c.fee or o.coin is distinct from c.coin or o.kind is distinct from c.order_kind
      or r.agent_id is distinct from c.owner_id
      or not (${EARNS} or o.kind = 'fiat_withdrawal' and o.status = 'returned' and c.state <> 'due')
      or c.state = 'lapsed' and o.status <> 'returned' and agent.closed_at is null as wrong,
    format('commission of %s %s at %s for %s is %s at %s: order %s of %s is %s with a fee of %s, referred by %s; posted %s times: %s at %s', c.amount, c.coin,
      c.share_bp, c.owner_id, c.state, c.settle_time, c.order_serial_number, c.user_id, o.status, o.fee, r.agent_id, made.postings, made.legs, made.posted_at) as found
  from (select * from commission where (owner_id, serial_number) > ($1, $2) order by owner_id, serial_number limit $3) c
  left join review_order o on o.owner_id = c.user_id and o.serial_number = c.order_serial_number
  left join referral r on r.user_id = c.user_id
  left join wallet_user agent on agent.user_id = c.owner_id
  cross join lateral (
    select coalesce(array_agg(format('%s %s: %s, %s held, charge %s', case e.purpose when 'fees' then 'provider' else e.owner_id::text end, e.purpose,
        e.available_after - e.available_before, e.frozen_after - e.frozen_before + e.pending_after - e.pending_before, e.charge)
        order by e.purpose), '{}') as legs,
      count(distinct e.posting_id) as postings, min(e.coin) as coin, max(date_trunc('milliseconds', p.posted_at)) as posted_at
    from ledger.entry e left join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
    where e.serial_number = c.serial_number collate "C" and e.posting_owner_id = c.owner_id
  ) made
  order by c.owner_id, c.serial_number`;

/** Orders of users who were referred, against the one commission that each earns; any other order earns none. */
export const EARNINGS = `
  select o.owner_id::text, o.serial_number,
    ${EARNS} and (select count(*) from commission c where c.owner_id = o.agent_id and c.user_id = o.owner_id and c.order_serial_number = o.serial_number) <> 1
      as wrong,
    format('%s is %s with a fee of %s %s: it earns %s nothing', o.kind, o.status, o.fee, o.coin, o.agent_id) as found
  from (
    select o.*, r.agent_id from referral r join review_order o on o.owner_id = r.user_id
    where (o.owner_id, o.serial_number) > ($1, $2) order by o.owner_id, o.serial_number limit $3
  ) o
  order by o.owner_id, o.serial_number`;

/** What parties' accounts show, as texts in order. */
const TEXTS = `
  coalesce(array_agg(format('%s %s: %s available, %s pending, charge %s', who, purpose, available, pending, charge) order by purpose, who)
    filter (where available <> 0 or pending <> 0 or charge <> 0), '{}')`;

/** What an adjustment has come to on balance, however many postings it took. Whose fee account collects is the ledger's business. */
const EXPECTED = `(select ${TEXTS} from (values
    (o.owner_id::text, 'main', case when o.status in ('created', 'cancelled') then 0 else -o.amount end, 0, 0),
    (o.payee_id::text, 'main', case o.status when 'completed' then o.settlement else 0 end,
      case when o.status in ('paid', 'appeal') then o.amount else 0 end, case o.status when 'completed' then o.fee else 0 end),
    ('provider', 'fees', case o.status when 'completed' then o.fee else 0 end, 0, 0)
  ) as leg(who, purpose, available, pending, charge))`;

const POSTINGS = `
  case when o.status = 'created' then 0 when o.balance_type = 'pending' and o.status in ('completed', 'cancelled') then 2 else 1 end`;

/** Merchants' adjustments of users' balances, against all that was posted under their numbers. */
export const USER_ADJUSTMENTS = `
  select o.owner_id::text, o.serial_number,
    made.legs is distinct from ${EXPECTED} or made.postings <> ${POSTINGS} or not made.holds_nothing or made.coin <> o.coin as wrong,
    format('adjustment of the %s balance is %s: %s %s, fee %s, for %s; posted %s times: %s', o.balance_type, o.status, o.amount, o.coin, o.fee,
      o.payee_id, made.postings, made.legs) as found
  from (
    select * from review_order where kind = 'adjustment' and (owner_id, serial_number) > ($1, $2) order by owner_id, serial_number limit $3
  ) o
  cross join lateral (
    select ${TEXTS} as legs, coalesce(max(postings), 0) as postings, min(coin) as coin, coalesce(bool_and(holds_nothing), true) as holds_nothing
    from (
      select case when purpose = 'fees' then 'provider' else owner_id::text end as who, purpose, sum(available_after - available_before) as available,
        sum(pending_after - pending_before) as pending, sum(charge) as charge, max(postings) as postings, min(coin) as coin,
        bool_and(frozen_after = frozen_before) as holds_nothing
      from (
        select e.*, dense_rank() over (order by e.posting_id) as postings from ledger.entry e
        where e.serial_number = o.serial_number collate "C" and e.posting_owner_id = o.owner_id
      ) entry group by 1, 2
    ) net
  ) made
  order by o.owner_id, o.serial_number`;

import { HOLDING_STATES } from '@purser/contract/review';

/** What parties' accounts show, as texts in order. */
const TEXTS = `
  coalesce(array_agg(format('%s %s: %s available, %s frozen', who, purpose, available, frozen) order by purpose, who)
    filter (where available <> 0 or frozen <> 0), '{}')`;

const inStates = (kind: string, states: readonly string[]): string =>
  `(o.kind = '${kind}' and o.status in (${states.map((state) => `'${state}'`).join(', ')}))`;

const HELD = `(${Object.entries(HOLDING_STATES)
  .filter(([kind, states]) => kind !== 'adjustment' && states.length > 0)
  .map(([kind, states]) => inStates(kind, states))
  .join(' or ')})`;
/** The amount has left its owner. */
const WENT_OUT = `(${inStates('user_withdrawal', ['approved'])} or ${inStates('usdt_withdrawal', ['settled'])} or ${inStates('fiat_withdrawal', ['paid_out'])})`;
const CAME_IN = inStates('usdt_recharge', ['approved']);

/**
 * What an order has come to on balance for its owner, its payee and the provider's fees, however many postings it took. Whose fee account collects, and what goes
 * through the provider's other accounts, is the ledger's business.
 */
const EXPECTED = `(select ${TEXTS} from (values
    (o.owner_id::text, 'main', case when ${HELD} or ${WENT_OUT} then -o.amount when ${CAME_IN} then o.settlement else 0 end,
      case when ${HELD} then o.amount else 0 end),
    (o.payee_id::text, 'main', case when ${inStates('user_withdrawal', ['approved'])} then o.settlement else 0 end, 0),
    ('provider', 'fees', case when ${WENT_OUT} or ${CAME_IN} then o.fee + o.network_fee else 0 end, 0)
  ) as leg(who, purpose, available, frozen))`;

/** Withdrawals and recharges, against all that was posted under their numbers. Adjustments have pending funds and a check of their own. */
export const REVIEWS = `
  select o.owner_id::text, o.serial_number,
    made.legs is distinct from ${EXPECTED} or made.coin <> o.coin as wrong,
    format('%s is %s: %s %s, fee %s, for %s; posted %s times: %s', o.kind, o.status, o.amount, o.coin, o.fee, o.owner_id, made.postings, made.legs) as found
  from (
    select * from review_order where kind <> 'adjustment' and (owner_id, serial_number) > ($1, $2) order by owner_id, serial_number limit $3
  ) o
  cross join lateral (
    select ${TEXTS} as legs, coalesce(max(postings), 0) as postings, min(coin) as coin
    from (
      select case when purpose = 'fees' then 'provider' else owner_id::text end as who, purpose, sum(available_after - available_before) as available,
        sum(frozen_after - frozen_before) as frozen, max(postings) as postings, min(coin) as coin
      from (
        select e.*, dense_rank() over (order by e.posting_id) as postings from ledger.entry e
        where e.serial_number = o.serial_number collate "C" and e.posting_owner_id = o.owner_id and (e.purpose = 'fees' or e.owner_id in (o.owner_id, o.payee_id))
      ) entry group by 1, 2
    ) net
  ) made
  order by o.owner_id, o.serial_number`;

import { HOLDING_STATES } from '@purser/contract/review';
import { gathered } from '@purser/ledger/on-nodes';
import { type Findings, isDistributed, pages } from '@purser/ledger/verify-reader';
import type pg from 'pg';

export const HELD_CHECKS = {
  hold: 'every hold is of an order that still waits for somebody, and of its amount',
  order: 'what is asked for by an order that waits is held',
} as const;

export const ROWS_AT_A_TIME = 2_000;
/** On several nodes: there each is compared with the rows of all. */
export const FEWER_AT_A_TIME = 200;

const WAITING = `(${Object.entries(HOLDING_STATES)
  .flatMap(([kind, states]) => states.map((state) => `('${kind}', '${state}')`))
  .join(', ')})`;

/** Holds with the order that the posting which made them is of. */
export const HOLDS = `
  select h.owner_id::text, h.hold_id::text as id, coalesce(p.serial_number, h.hold_id::text) as what, ((o.kind, o.status) in ${WAITING} and (o.coin, o.amount) = (h.coin, h.remaining)) is not true as wrong,
    format('%s %s of account %s %s since %s, for %s', h.remaining, h.bucket, h.coin, h.purpose, h.made_at,
      case when o.serial_number is null then format('%s, which is no order', coalesce(p.serial_number, 'a posting that is not there'))
        else format('%s of %s %s, which is %s', o.serial_number, o.amount, o.coin, o.status) end) as found
  from (select * from ledger.hold where (owner_id, hold_id) > ($1, $2) order by owner_id, hold_id limit $3) h
  left join ledger.posting p on p.owner_id = h.posting_owner_id and p.posting_id = h.posting_id
  left join review_order o on o.owner_id = p.owner_id and o.serial_number = p.serial_number collate "default"
  order by h.owner_id, h.hold_id`;

/** The same on several nodes. */
export const HOLDS_ON_NODES = gathered(
  {
    hold: 'select * from ledger.hold where (owner_id, hold_id) > ($1, $2) order by owner_id, hold_id limit $3',
    posting: 'select p.* from hold h join ledger.posting p on p.owner_id = h.posting_owner_id and p.posting_id = h.posting_id',
    review_order: `
      select o.* from (select distinct owner_id, serial_number from posting) p
      join review_order o on o.owner_id = p.owner_id and o.serial_number = p.serial_number collate "default"`,
  },
  HOLDS,
);

/** Orders that wait; an index finds the entries of an order's postings by its serial number. */
const ORDERS = `
  select o.owner_id::text, o.serial_number as id,
    not exists (
      select from ledger.entry e join ledger.hold h on h.owner_id = e.owner_id and h.hold_id = e.hold_id
      where e.serial_number = o.serial_number collate "C" and e.posting_owner_id = o.owner_id and (h.coin, h.remaining) = (o.coin, o.amount)
    ) as wrong,
    format('%s of %s %s, which is %s, and that is not held', o.serial_number, o.amount, o.coin, o.status) as found
  from (
    select * from review_order where (kind, status) in ${WAITING} and (owner_id, serial_number) > ($1, $2) order by owner_id, serial_number limit $3
  ) o
  order by o.owner_id, o.serial_number`;
const ORDERS_ON_NODES = gathered(
  {
    review_order: `
      select * from review_order
      where (kind, status) in ${WAITING} and (owner_id, serial_number) > ($1, $2) order by owner_id, serial_number limit $3`,
    entry: `
      select e.* from review_order o join ledger.entry e on e.serial_number = o.serial_number collate "C" and e.posting_owner_id = o.owner_id
      where e.hold_id is not null`,
    hold: `
      select h.* from (select distinct owner_id, hold_id from entry) e
      join ledger.hold h on h.owner_id = e.owner_id and h.hold_id = e.hold_id`,
  },
  ORDERS,
);

interface Row {
  owner_id: string;
  id: string;
  wrong: boolean;
  found: string;
}

/** Finds money that is held for nothing, and orders whose money is not held. Within `reading`. Returns how many holds there are. */
export async function verifyHeldOrders(client: pg.ClientBase, findings: Findings): Promise<number> {
  const onNodes = isDistributed(client);
  const size = onNodes ? FEWER_AT_A_TIME : ROWS_AT_A_TIME;
  const walk = async (check: string, what: string, sql: string, first: readonly unknown[]): Promise<number> => {
    let count = 0;
    for await (const rows of pages<Row>(
      client,
      sql,
      first,
      size,
      ({ owner_id, id }) => [owner_id, id],
      ({ wrong }) => wrong,
    )) {
      count += rows.length;
      for (const { owner_id, id, wrong, found } of rows) if (wrong) findings.add(check, `${what} ${owner_id} ${id}`, found);
    }
    return count;
  };
  await walk(HELD_CHECKS.order, 'order', onNodes ? ORDERS_ON_NODES : ORDERS, [0, '']);
  return walk(HELD_CHECKS.hold, 'hold', onNodes ? HOLDS_ON_NODES : HOLDS, [0, '00000000-0000-0000-0000-000000000000']);
}

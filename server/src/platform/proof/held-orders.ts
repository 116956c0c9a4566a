import { HOLDING_STATES } from '@purser/contract/review';
import { type Findings, pages } from '@purser/ledger/verify-reader';
import type pg from 'pg';

export const HELD_CHECKS = {
  hold: 'every hold is of an order that still waits for somebody, and of its amount',
  order: 'what is asked for by an order that waits is held',
} as const;

const ROWS_AT_A_TIME = 2_000;

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

interface Row {
  owner_id: string;
  id: string;
  wrong: boolean;
  found: string;
}

/** Finds money that is held for nothing, and orders whose money is not held. Within `reading`. Returns how many holds there are. */
export async function verifyHeldOrders(client: pg.ClientBase, findings: Findings): Promise<number> {
  const walk = async (check: string, what: string, sql: string, first: readonly unknown[]): Promise<number> => {
    let count = 0;
    for await (const rows of pages<Row>(client, sql, first, ROWS_AT_A_TIME, ({ owner_id, id }) => [owner_id, id])) {
      count += rows.length;
      for (const { owner_id, id, wrong, found } of rows) if (wrong) findings.add(check, `${what} ${owner_id} ${id}`, found);
    }
    return count;
  };
  await walk(HELD_CHECKS.order, 'order', ORDERS, [0, '']);
  return walk(HELD_CHECKS.hold, 'hold', HOLDS, [0, '00000000-0000-0000-0000-000000000000']);
}

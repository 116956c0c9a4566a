import type pg from 'pg';
import { gathered } from './on-nodes.ts';
import { type Findings, isDistributed, pages } from './verify-reader.ts';

const HOLDS_AT_A_TIME = 2_000;
/** On several nodes: there each is compared with the entries of all. */
const FEWER_AT_A_TIME = 200;

export const HOLD_CHECKS = {
  entries: 'each hold is what its entries come to, and of the posting that made it',
  taken: 'nothing was ever taken from a hold beyond what it held',
} as const;

interface Row {
  owner_id: string;
  hold_id: string;
  held: string[];
  come_to: string[];
  made: boolean;
  taken: boolean;
}

/** Every name of a hold that entries or holds know, in order: those that are used up are known to their entries alone. */
const PAGE = `
  select owner_id, hold_id from (
    (select distinct owner_id, hold_id from ledger.entry
     where hold_id is not null and (owner_id, hold_id) > ($1, $2) order by owner_id, hold_id limit $3)
    union
    (select owner_id, hold_id from ledger.hold where (owner_id, hold_id) > ($1, $2) order by owner_id, hold_id limit $3)
  ) known
  order by owner_id, hold_id limit $3`;

const OF_PAGE = `
  select p.owner_id::text, p.hold_id::text,
    case when h.hold_id is null then '{}' else array[format('%s %s %s %s', h.coin, h.purpose, h.bucket, h.remaining)] end as held,
    e.come_to, h.hold_id is null or e.made as made, e.taken
  from page p
  left join ledger.hold h on h.owner_id = p.owner_id and h.hold_id = p.hold_id
  cross join lateral (
    select coalesce(array_agg(format('%s %s %s %s', coin, purpose, bucket, amount) order by coin, purpose, bucket) filter (where amount <> 0), '{}') as come_to,
      coalesce(bool_or(made), false) as made, coalesce(bool_or(least < 0), false) as taken
    from (
      select coin, purpose, bucket, sum(change) as amount, min(so_far) as least, bool_or(made) as made
      from (
        select b.coin, b.purpose, b.bucket, b.change, sum(b.change) over (partition by b.coin, b.purpose, b.bucket order by b.version) as so_far,
          (b.posting_owner_id, b.posting_id) = (h.posting_owner_id, h.posting_id) as made
        from (
          select e.coin, e.purpose, e.version, e.posting_owner_id, e.posting_id, change.*
          from ledger.entry e
          cross join lateral (
            values ('frozen', e.frozen_after - e.frozen_before), ('pending', e.pending_after - e.pending_before)
          ) as change (bucket, change)
          where e.owner_id = p.owner_id and e.hold_id = p.hold_id and change.change <> 0
        ) b
      ) running
      group by coin, purpose, bucket
    ) total
  ) e
  order by p.owner_id, p.hold_id`;

const HOLDS = `with page as materialized (${PAGE}) ${OF_PAGE}`;
const HOLDS_ON_NODES = gathered(
  {
    page: PAGE,
    hold: 'select h.* from page p join ledger.hold h on h.owner_id = p.owner_id and h.hold_id = p.hold_id',
    entry: 'select e.* from page p join ledger.entry e on e.owner_id = p.owner_id and e.hold_id = p.hold_id',
  },
  OF_PAGE,
);

/** Proves of every hold that there ever was that it is what its entries come to, and that they never took more from it than it held. */
export async function verifyHolds(client: pg.ClientBase, findings: Findings): Promise<void> {
  const first = [0, '00000000-0000-0000-0000-000000000000'];
  const [sql, size] = isDistributed(client) ? [HOLDS_ON_NODES, FEWER_AT_A_TIME] : [HOLDS, HOLDS_AT_A_TIME];
  const keyOf = ({ owner_id, hold_id }: Row) => [owner_id, hold_id];
  const isWrong = ({ held, come_to, made, taken }: Row) => held.join() !== come_to.join() || !made || taken;
  for await (const rows of pages<Row>(client, sql, first, size, keyOf, isWrong)) {
    for (const { owner_id, hold_id, held, come_to, made, taken } of rows) {
      const where = `hold ${owner_id} ${hold_id}`;
      if (held.join() !== come_to.join()) {
        findings.add(HOLD_CHECKS.entries, where, `holds ${told(held)}, its entries come to ${told(come_to)}`);
      } else if (!made) findings.add(HOLD_CHECKS.entries, where, `no entry is of the posting that it says made it`);
      if (taken) findings.add(HOLD_CHECKS.taken, where, 'its entries took more than it held');
    }
  }
}

function told(parts: readonly string[]): string {
  return parts.length === 0 ? 'nothing' : parts.join(' and ');
}

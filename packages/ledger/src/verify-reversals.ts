import type pg from 'pg';
import { gathered } from './on-nodes.ts';
import { reversalId } from './review-postings.ts';
import { type Findings, isDistributed, pages } from './verify-reader.ts';

const REVERSALS_AT_A_TIME = 1_000;
/** On several nodes: there each is compared with the entries of all. */
const FEWER_AT_A_TIME = 200;

export const REVERSAL_CHECK = 'a reversal turns around the posting that its note names, whole and once';

interface Row {
  posted_at: string;
  owner_id: string;
  posting_id: string;
  /** Null where the posting that is named is not there. */
  earlier_id: string | null;
  wrong: boolean;
}

/** What a posting did to each account, as sorted texts; turned around where `sign` is -1. What moved nothing is left out. */
const legsOf = (posting: string, sign: 1 | -1): string => `
  (select array_agg(format('%s %s %s %s %s %s %s', e.owner_id, e.coin, e.purpose, ${sign} * (e.available_after - e.available_before),
      ${sign} * (e.frozen_after - e.frozen_before), ${sign} * (e.pending_after - e.pending_before), e.hold_id) order by e.owner_id, e.coin, e.purpose)
   from ledger.entry e
   where e.serial_number = ${posting}.serial_number and e.posting_id = ${posting}.posting_id and e.posting_owner_id = ${posting}.owner_id
     and (e.available_after, e.frozen_after, e.pending_after) is distinct from (e.available_before, e.frozen_before, e.pending_before))`;

const PAGE = `
  select *, case when note ->> 'reverses' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (note ->> 'reverses')::uuid end as reverses
  from ledger.posting where type = 'reversal' and (posted_at, owner_id, posting_id) > ($1, $2, $3)
  order by posted_at, owner_id, posting_id limit $4`;

const reversals = (page: string): string => `
  select p.posted_at::text, p.owner_id::text, p.posting_id::text, earlier.posting_id::text as earlier_id,
    earlier.type = 'reversal' or ${legsOf('p', 1)} is distinct from ${legsOf('earlier', -1)} as wrong
  from ${page} p
  left join ledger.posting earlier on earlier.owner_id = p.owner_id and earlier.posting_id = p.reverses
  order by p.posted_at, p.owner_id, p.posting_id`;

const REVERSALS = reversals(`(${PAGE})`);
const REVERSALS_ON_NODES = gathered(
  {
    page: PAGE,
    posting:
      'select earlier.* from page p join ledger.posting earlier on earlier.owner_id = p.owner_id and earlier.posting_id = p.reverses',
    entry: `
      select e.* from (
        select owner_id, posting_id, serial_number from page union select owner_id, posting_id, serial_number from posting
      ) p join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id`,
  },
  reversals('page'),
);

/** Proves of every reversal that it is of one posting: its id is made of that posting's, so that there is no second one. */
export async function verifyReversals(client: pg.ClientBase, findings: Findings): Promise<void> {
  const first = ['-infinity', 0, '00000000-0000-0000-0000-000000000000'];
  const keyOf = ({ posted_at, owner_id, posting_id }: Row) => [posted_at, owner_id, posting_id];
  const [sql, size] = isDistributed(client) ? [REVERSALS_ON_NODES, FEWER_AT_A_TIME] : [REVERSALS, REVERSALS_AT_A_TIME];
  for await (const rows of pages<Row>(client, sql, first, size, keyOf, ({ earlier_id, wrong }) => earlier_id === null || wrong)) {
    for (const { owner_id, posting_id, earlier_id, wrong } of rows) {
      const where = `posting ${owner_id} ${posting_id}`;
      if (earlier_id === null) findings.add(REVERSAL_CHECK, where, 'what it reverses is not there');
      else if (wrong || reversalId({ owner_id: Number(owner_id), posting_id: earlier_id }) !== posting_id)
        findings.add(REVERSAL_CHECK, where, `is not the reversal of posting ${earlier_id}`);
    }
  }
}

import type pg from 'pg';
import { reversalId } from './review-postings.ts';
import { type Findings, pages } from './verify-reader.ts';

const REVERSALS_AT_A_TIME = 1_000;

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

const REVERSALS = `
  select p.posted_at::text, p.owner_id::text, p.posting_id::text, earlier.posting_id::text as earlier_id,
    earlier.type = 'reversal' or ${legsOf('p', 1)} is distinct from ${legsOf('earlier', -1)} as wrong
  from (
    select *, case when note ->> 'reverses' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (note ->> 'reverses')::uuid end as reverses
    from ledger.posting where type = 'reversal' and (posted_at, owner_id, posting_id) > ($1, $2, $3)
    order by posted_at, owner_id, posting_id limit $4
  ) p
  left join ledger.posting earlier on earlier.owner_id = p.owner_id and earlier.posting_id = p.reverses
  order by p.posted_at, p.owner_id, p.posting_id`;

/** Proves of every reversal that it is of one posting: its id is made of that posting's, so that there is no second one. */
export async function verifyReversals(client: pg.ClientBase, findings: Findings): Promise<void> {
  const first = ['-infinity', 0, '00000000-0000-0000-0000-000000000000'];
  const keyOf = ({ posted_at, owner_id, posting_id }: Row) => [posted_at, owner_id, posting_id];
  for await (const rows of pages<Row>(client, REVERSALS, first, REVERSALS_AT_A_TIME, keyOf)) {
    for (const { owner_id, posting_id, earlier_id, wrong } of rows) {
      const where = `posting ${owner_id} ${posting_id}`;
      if (earlier_id === null) findings.add(REVERSAL_CHECK, where, 'what it reverses is not there');
      else if (wrong || reversalId({ owner_id: Number(owner_id), posting_id: earlier_id }) !== posting_id)
        findings.add(REVERSAL_CHECK, where, `is not the reversal of posting ${earlier_id}`);
    }
  }
}

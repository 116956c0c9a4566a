import type pg from 'pg';

/** What was made in two halves, and what of that was turned back: a run in which none of it happened has proven nothing of it. */
export async function halvesMade(owner: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ made: number; turned_back: number }>(
    `select count(*) filter (where note -> 'first_half' is not null)::integer as made,
       count(*) filter (where type = 'reversal' and note ->> 'reverses' in (select posting_id::text from ledger.posting where note -> 'second_half' is not null))::integer as turned_back
     from ledger.posting`,
  );
  return { 'made in two halves': rows[0]?.made ?? 0, 'turned back': rows[0]?.turned_back ?? 0 };
}

/** Everything is through, in one group: no posting lies in two, nothing is under way, and every end was told. */
export async function brokenHalves(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(
    `select 'posting ' || p.owner_id || ' ' || p.posting_id || ' lies in two groups' as problem
     from ledger.posting p join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id
     where p.type in ('payment', 'transfer', 'reversal') group by p.owner_id, p.posting_id having count(distinct ledger.shard_of(e.owner_id)) > 1
     union all
     select 'posting ' || owner_id || ' ' || posting_id || ' is still under way' from ledger.crossing
     union all
     select 'the key ' || key || ' has no answer' from idempotency_key where answer is null and refusal is null
     limit 50`,
  );
  return rows.map(({ problem }) => problem);
}

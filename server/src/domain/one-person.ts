import type { Queryable } from '@purser/ledger/accounts';

/**
 * The members of staff who may be the same person as this one, who is among them. Whoever makes a member's one-time link may have used it themselves, until
 * somebody else has confirmed that they are two; and so on, as an admin who was invited by one can invite others.
 */
export async function whoMayBe(db: Queryable, staffId: number): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ staff_id: bigint }>(
    `with recursive pair as (
       select staff_id, made_by from staff_unconfirmed
       union all
       select made_by, staff_id from staff_unconfirmed
     ), one as (
       select $1::bigint as staff_id
       union
       select pair.made_by from one join pair using (staff_id)
     )
     select staff_id from one`,
    [staffId],
  );
  return new Set(rows.map(({ staff_id }) => Number(staff_id)));
}

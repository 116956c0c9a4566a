import type { AccountKey } from './account.ts';
import type { Queryable } from './accounts.ts';

/** How an account stood at a moment. Amounts are minor units of the coin. */
export interface Standing {
  /** How many entries it had before the moment. */
  readonly entries: bigint;
  readonly available_minor: bigint;
  readonly frozen_minor: bigint;
  readonly pending_minor: bigint;
}

/**
 * How an account stood just before each of some moments, in their order. As versions are dense and grow with time, each is found by a few looks,
 * however many entries there are. An account that is not open stood at nothing.
 */
export async function standingsAt(
  db: Queryable,
  { owner_id, coin, purpose }: AccountKey,
  moments: readonly Date[],
): Promise<readonly Standing[]> {
  const { rows } = await db.query<{ entries: string; available: string; frozen: string; pending: string }>(
    `select coalesce(found.entries, 0)::text as entries, coalesce(e.available_after, 0)::text as available,
       coalesce(e.frozen_after, 0)::text as frozen, coalesce(e.pending_after, 0)::text as pending
     from unnest($4::timestamptz[]) with ordinality as asked(moment, place)
     left join lateral (
       select ledger.version_at(a.owner_id, a.coin, a.purpose, asked.moment, 1, a.version) - 1 as entries
       from ledger.account a where a.owner_id = $1 and a.coin = $2 and a.purpose = $3
     ) found on true
     left join lateral (
       select * from ledger.entry e where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version = found.entries
       -- Keeps this a look-up by key for each moment.
       limit 1
     ) e on true
     order by asked.place`,
    [owner_id, coin, purpose, `{${moments.map((moment) => `"${moment.toISOString()}"`).join()}}`],
  );
  return rows.map(({ entries, available, frozen, pending }) => ({
    entries: BigInt(entries),
    available_minor: BigInt(available),
    frozen_minor: BigInt(frozen),
    pending_minor: BigInt(pending),
  }));
}

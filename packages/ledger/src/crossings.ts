import type { Queryable } from './accounts.ts';
import { inSlot } from './fee-slots.ts';
import { type Crossing, halvesOf } from './halves.ts';
import type { Posting } from './posting.ts';
import { reversalId } from './review-postings.ts';
import type { ShardGroups } from './shard-groups.ts';
import { bigintArray, jsonArray, textArray, uuidArray } from './sql-array.ts';
import { postBatch, type PostBatchOptions, type PostingResult } from './store.ts';

/** What is found later than this was left by whoever made it: they drive it at once. */
const DUE_AFTER_S = 5;
/** No bucket holds more: `ceiling` of ledger.post_batch. */
const CEILING = 3n * 10n ** 18n;

/** How a posting stands that was to be made in halves. */
export type CrossingState = 'none' | 'under_way' | 'made' | 'turned_back';

/** What became of a posting that may lie in two groups. */
export type AcrossResult =
  | PostingResult
  /** Its first half was made now; the crossing is driven on once this is committed. */
  | { readonly outcome: 'begun'; readonly crossing: Crossing }
  /** Its first half was made before, or earlier in this batch. */
  | { readonly outcome: 'begun_before'; readonly state: CrossingState };

export interface AskedPosting {
  readonly posting: Posting;
  /** What whoever drives it on must know beside the money, as JSON. */
  readonly about?: unknown;
}

/**
 * Makes postings as `postBatch` does, and of those over two groups the first halves. What is already in the way of a second half refuses its posting.
 */
export async function postAcross(
  client: Queryable,
  key: Buffer,
  asked: readonly AskedPosting[],
  groups: ShardGroups,
  options: PostBatchOptions = {},
): Promise<AcrossResult[]> {
  const crossings = asked.map(({ posting, about }): Crossing | undefined => {
    const halves = halvesOf(posting, groups);
    return halves && { ...halves, about };
  });
  const ahead = await refusedAhead(client, crossings);
  const wanted = asked.flatMap(({ posting }, index) => (ahead[index] ? [] : [{ index, posting: crossings[index]?.first ?? posting }]));
  const results: AcrossResult[] = ahead as AcrossResult[];
  const posted = await postBatch(
    client,
    key,
    wanted.map(({ posting }) => posting),
    options,
  );
  const begun: Crossing[] = [];
  const known: { readonly index: number; readonly crossing: Crossing }[] = [];
  for (const [place, { index }] of wanted.entries()) {
    const result = posted[place] as PostingResult;
    const crossing = crossings[index];
    results[index] = result;
    if (crossing && result.outcome === 'posted') {
      begun.push(crossing);
      // What is turned back later is the first half as it is made here.
      results[index] = { outcome: 'begun', crossing: { ...crossing, first: inSlot(crossing.first, options.slot ?? 0) } };
    } else if (crossing && result.outcome === 'replayed') known.push({ index, crossing });
  }
  await noteCrossings(client, begun);
  const states = await crossingStates(
    client,
    known.map(({ crossing }) => crossing),
  );
  for (const [place, { index }] of known.entries()) results[index] = { outcome: 'begun_before', state: states[place] as CrossingState };
  return results;
}

/** Notes first halves as under way, in the transaction that makes them. */
async function noteCrossings(client: Queryable, crossings: readonly Crossing[]): Promise<void> {
  if (crossings.length === 0) return;
  await client.query(
    `insert into ledger.crossing (owner_id, posting_id, about, due_at)
     select owner_id, posting_id, about, clock_timestamp() + make_interval(secs => $4)
     from unnest($1::bigint[], $2::uuid[], $3::jsonb[]) as n(owner_id, posting_id, about)`,
    [...keysOf(crossings.map(({ first }) => first)), jsonArray(crossings.map(({ about }) => about)), DUE_AFTER_S],
  );
}

/**
 * What is already in the way of second halves: an account that is not open, or one that would have more than an account may. Read without locks, before
 * the first halves are made: one that passes can still be refused. A first half that was made before is in nobody's way.
 */
async function refusedAhead(client: Queryable, crossings: readonly (Crossing | undefined)[]): Promise<(PostingResult | undefined)[]> {
  const refused: (PostingResult | undefined)[] = crossings.map(() => undefined);
  const legs = crossings.flatMap((crossing, index) => crossing?.second.legs.map((leg) => ({ leg, first: crossing.first, index })) ?? []);
  if (legs.length === 0) return refused;
  const { rows } = await client.query<{ available: string | bigint | null; is_made: boolean }>(
    `select a.available, p.posting_id is not null as is_made
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::uuid[])
       with ordinality as w(owner_id, coin, purpose, first_owner_id, first_posting_id, place)
     left join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = w.purpose
     left join ledger.posting p on p.owner_id = w.first_owner_id and p.posting_id = w.first_posting_id
     order by w.place`,
    [
      bigintArray(legs.map(({ leg }) => leg.account.owner_id)),
      textArray(legs.map(({ leg }) => leg.account.coin)),
      textArray(legs.map(({ leg }) => leg.account.purpose)),
      ...keysOf(legs.map(({ first }) => first)),
    ],
  );
  for (const [place, { leg, index }] of legs.entries()) {
    const { available, is_made } = rows[place] as (typeof rows)[number];
    if (is_made) continue;
    if (available === null) {
      if (refused[index]?.outcome !== 'account_missing') refused[index] = { outcome: 'account_missing', account: leg.account };
    } else if (BigInt(available) + (leg.available ?? 0n) > CEILING) refused[index] ??= { outcome: 'overflow', account: leg.account };
  }
  return refused;
}

/** How postings in halves stand. Read in one statement. */
export async function crossingStates(client: Queryable, crossings: readonly Crossing[]): Promise<CrossingState[]> {
  if (crossings.length === 0) return [];
  const firsts = crossings.map(({ first }) => first);
  const { rows } = await client.query<{ state: CrossingState }>(
    `select case when f.posting_id is null then 'none' when s.posting_id is not null then 'made' when r.posting_id is not null then 'turned_back'
       else 'under_way' end as state
     from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::bigint[], $5::uuid[])
       with ordinality as n(owner_id, posting_id, reversal_id, second_owner_id, second_posting_id, place)
     left join ledger.posting f on f.owner_id = n.owner_id and f.posting_id = n.posting_id
     left join ledger.posting r on r.owner_id = n.owner_id and r.posting_id = n.reversal_id
     left join ledger.posting s on s.owner_id = n.second_owner_id and s.posting_id = n.second_posting_id
       and s.note -> 'first_half' = jsonb_build_array(n.owner_id, n.posting_id)
     order by n.place`,
    [...keysOf(firsts), uuidArray(firsts.map(reversalId)), ...keysOf(crossings.map(({ second }) => second))],
  );
  return rows.map(({ state }) => state);
}

export function keysOf(postings: readonly Pick<Posting, 'owner_id' | 'posting_id'>[]): [Buffer, Buffer] {
  return [bigintArray(postings.map(({ owner_id }) => owner_id)), uuidArray(postings.map(({ posting_id }) => posting_id))];
}

import type { Queryable } from './accounts.ts';
import { STORED_LEG, type StoredLeg, storedPosting, type StoredPosting } from './content-mac.ts';
import { keysOf } from './crossings.ts';
import { type Crossing, secondOf } from './halves.ts';
import { planReversal } from './review-postings.ts';
import { bigintArray, jsonArray, textArray } from './sql-array.ts';
import { postBatch, type PostBatchOptions, type PostingResult } from './store.ts';
import { macStateOf } from './verify-postings.ts';

/** Whoever takes a crossing that is due has so long for it before others take it too. That two drive one costs time and nothing else. */
const TAKEN_FOR_S = 10;

/** What has become of a second half. */
export type CrossingEnd =
  | { readonly outcome: 'made'; readonly posted_at: Date; readonly answer?: unknown }
  /** It is never made: the first half is to be turned back. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Nothing was decided: somebody else holds what it needs. */
  | { readonly outcome: 'locked' };

/** Why a second half is not to be made, or that nobody can tell now; undefined lets it be made. */
export type Judgement = { readonly refuse: string } | 'held' | undefined;

/**
 * Decides second halves: makes them, or refuses them for good. In the caller's transaction, before its locks on orders, and only after the transaction
 * of the first halves was committed. Two drivers of one crossing take turns on its end, so that both come to the same. `judge` is asked once, of
 * those that are not decided yet, and locks what they are of.
 */
export async function endCrossings(
  client: Queryable,
  key: Buffer,
  crossings: readonly Crossing[],
  options: PostBatchOptions & { readonly judge?: (undecided: readonly Crossing[]) => Promise<readonly Judgement[]> } = {},
): Promise<CrossingEnd[]> {
  if (crossings.length === 0) return [];
  const { judge, ...mode } = options;
  const known = await takeEnds(client, crossings);
  const undecided = crossings.filter((_, index) => known[index] === undefined);
  const judged = judge && undecided.length > 0 ? await judge(undecided) : [];
  const wanted = undecided.filter((_, index) => judged[index] === undefined);
  const results = await postBatch(
    client,
    key,
    wanted.map(({ second }) => second),
    mode,
  );
  const decided = new Map<Crossing, CrossingEnd>();
  for (const [index, crossing] of undecided.entries()) {
    const judgement = judged[index];
    if (judgement === 'held') decided.set(crossing, { outcome: 'locked' });
    else if (judgement) decided.set(crossing, { outcome: 'refused', reason: judgement.refuse });
  }
  for (const [index, crossing] of wanted.entries()) decided.set(crossing, endBy(results[index] as PostingResult));
  await keepEnds(client, decided);
  return crossings.map((crossing, index) => known[index] ?? (decided.get(crossing) as CrossingEnd));
}

/** Keeps what is answered about second halves that were made just now, in the transaction that made them. */
export async function keepAnswers(
  client: Queryable,
  answers: readonly { readonly crossing: Crossing; readonly answer: unknown }[],
): Promise<void> {
  if (answers.length === 0) return;
  await client.query(
    `update ledger.crossing_end e set answer = n.answer
     from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::jsonb[]) as n(owner_id, first_owner_id, first_posting_id, answer)
     where e.owner_id = n.owner_id and e.first_owner_id = n.first_owner_id and e.first_posting_id = n.first_posting_id`,
    [
      bigintArray(answers.map(({ crossing }) => crossing.second.owner_id)),
      ...keysOf(answers.map(({ crossing }) => crossing.first)),
      jsonArray(answers.map(({ answer }) => answer)),
    ],
  );
}

function endBy(result: PostingResult): CrossingEnd {
  switch (result.outcome) {
    case 'posted':
    case 'replayed':
      return { outcome: 'made', posted_at: result.posted_at };
    case 'locked':
      return { outcome: 'locked' };
    default:
      return { outcome: 'refused', reason: result.outcome };
  }
}

interface EndRow {
  readonly refusal: string | null;
  readonly answer: unknown;
  readonly posted_at: Date | null;
}

/**
 * Takes the end of each crossing, and tells what was decided before. Whoever else has taken it is waited for; the second statement sees what they did.
 * A second half that was made is known by itself, also once its end was cleared away.
 */
async function takeEnds(client: Queryable, crossings: readonly Crossing[]): Promise<(CrossingEnd | undefined)[]> {
  const columns = [...keysOf(crossings.map(({ second }) => second)), ...keysOf(crossings.map(({ first }) => first))];
  const taken = await client.query<{ first_owner_id: string | bigint; first_posting_id: string }>(
    `insert into ledger.crossing_end (owner_id, first_owner_id, first_posting_id)
     select n.owner_id, n.first_owner_id, n.first_posting_id
     from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as n(owner_id, first_owner_id, first_posting_id)
     order by n.owner_id, n.first_owner_id, n.first_posting_id
     on conflict do nothing
     returning first_owner_id, first_posting_id`,
    [columns[0], columns[2], columns[3]],
  );
  const isNew = new Set(taken.rows.map(({ first_owner_id, first_posting_id }) => `${first_owner_id} ${first_posting_id}`));
  const { rows } = await client.query<EndRow>(
    `select e.refusal, e.answer, p.posted_at
     from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::uuid[]) with ordinality as n(owner_id, posting_id, first_owner_id, first_posting_id, place)
     join ledger.crossing_end e
       on e.owner_id = n.owner_id and e.first_owner_id = n.first_owner_id and e.first_posting_id = n.first_posting_id
     left join ledger.posting p on p.owner_id = n.owner_id and p.posting_id = n.posting_id
       and p.note -> 'first_half' = jsonb_build_array(n.first_owner_id, n.first_posting_id)
     order by n.place`,
    columns,
  );
  if (rows.length !== crossings.length) throw new EndGoneError();
  return crossings.map(({ first }, index): CrossingEnd | undefined => {
    const { refusal, answer, posted_at } = rows[index] as EndRow;
    if (refusal !== null) return { outcome: 'refused', reason: refusal };
    if (posted_at !== null) return { outcome: 'made', posted_at, ...(answer !== null && { answer }) };
    if (isNew.has(`${first.owner_id} ${first.posting_id}`)) return undefined;
    throw new Error(`crossing ${first.owner_id} ${first.posting_id} ended with a second half that is not there`);
  });
}

/** Somebody else ended the crossing and cleared its end away in between: run again, the transaction finds its second half. */
class EndGoneError extends Error {
  readonly code = '40001';

  constructor() {
    super('the end of a crossing was cleared away');
  }
}

async function keepEnds(client: Queryable, decided: ReadonlyMap<Crossing, CrossingEnd>): Promise<void> {
  const refused = [...decided].flatMap(([{ first, second }, end]) =>
    end.outcome === 'refused' ? [{ first, second, reason: end.reason }] : [],
  );
  const open = [...decided].flatMap(([crossing, { outcome }]) => (outcome === 'locked' ? [crossing] : []));
  if (refused.length > 0) {
    await client.query(
      `update ledger.crossing_end e set refusal = n.reason
       from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[]) as n(owner_id, first_owner_id, first_posting_id, reason)
       where e.owner_id = n.owner_id and e.first_owner_id = n.first_owner_id and e.first_posting_id = n.first_posting_id`,
      [
        bigintArray(refused.map(({ second }) => second.owner_id)),
        ...keysOf(refused.map(({ first }) => first)),
        textArray(refused.map(({ reason }) => reason)),
      ],
    );
  }
  await forgetEnds(client, open);
}

/**
 * Settles crossings whose ends were committed: turns first halves back whose second was refused, and forgets what is through. In the caller's
 * transaction, once. Tells of each whether it is settled; one whose first half could not be turned back now stays under way.
 */
export async function settleCrossings(
  client: Queryable,
  key: Buffer,
  ended: readonly { readonly crossing: Crossing; readonly end: CrossingEnd }[],
): Promise<boolean[]> {
  const refused = ended.flatMap(({ crossing, end }) => (end.outcome === 'refused' ? [{ crossing, reason: end.reason }] : []));
  // In slot 0, which leaves the legs as they are: what is turned back is what was made.
  const results = await postBatch(
    client,
    key,
    refused.map(({ crossing: { first }, reason }) => planReversal(first, { serial_number: first.serial_number, reason })),
  );
  const turned = new Map(refused.map(({ crossing }, index) => [crossing, results[index]?.outcome]));
  const settled = ended.map(({ crossing, end }) => {
    const outcome = turned.get(crossing);
    return end.outcome === 'made' || outcome === 'posted' || outcome === 'replayed';
  });
  const through = ended.filter((_, index) => settled[index]).map(({ crossing }) => crossing);
  if (through.length === 0) return settled;
  await client.query(
    `delete from ledger.crossing where (owner_id, posting_id) in (
       select c.owner_id, c.posting_id from unnest($1::bigint[], $2::uuid[]) as n(owner_id, posting_id) join ledger.crossing c using (owner_id, posting_id)
       order by c.owner_id, c.posting_id for update of c)`,
    keysOf(through.map(({ first }) => first)),
  );
  return settled;
}

/**
 * Forgets the ends of crossings that are settled, in the groups of their second halves: a second half that was made is known by itself. That one was refused
 * is kept. Where this does not happen nothing is wrong.
 */
export async function forgetEnds(client: Queryable, crossings: readonly Crossing[]): Promise<void> {
  if (crossings.length === 0) return;
  await client.query(
    `delete from ledger.crossing_end where refusal is null and (owner_id, first_owner_id, first_posting_id) in (
       select e.owner_id, e.first_owner_id, e.first_posting_id
       from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as n(owner_id, first_owner_id, first_posting_id)
       join ledger.crossing_end e using (owner_id, first_owner_id, first_posting_id)
       order by e.owner_id, e.first_owner_id, e.first_posting_id for update of e)`,
    [bigintArray(crossings.map(({ second }) => second.owner_id)), ...keysOf(crossings.map(({ first }) => first))],
  );
}

interface DueRow extends StoredPosting {
  readonly about: unknown;
  readonly content_mac: Buffer | null;
  readonly legs: StoredLeg[] | null;
}

export interface Due {
  readonly crossings: readonly Crossing[];
  /** First halves that are not what a holder of the key made: they are driven nowhere, and verification tells of them. */
  readonly invalid: readonly string[];
}

/** Takes crossings that are due, the oldest first, as their first halves are stored. In a transaction of its own: others leave them alone for a while. */
export async function takeDueCrossings(client: Queryable, key: Buffer, limit: number): Promise<Due> {
  const { rows } = await client.query<DueRow>(
    `with due as (
       select owner_id, posting_id from ledger.crossing where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked
     ), taken as (
       update ledger.crossing c set due_at = clock_timestamp() + make_interval(secs => $2) from due
       where c.owner_id = due.owner_id and c.posting_id = due.posting_id
       returning c.owner_id, c.posting_id, c.about
     )
     select p.owner_id::text, p.posting_id::text, p.type, p.serial_number, p.note, p.content_mac, taken.about, l.legs
     from taken join ledger.posting p on p.owner_id = taken.owner_id and p.posting_id = taken.posting_id
     cross join lateral (
       select json_agg(${STORED_LEG}) as legs
       from ledger.entry e
       where e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id
     ) l`,
    [limit, TAKEN_FOR_S],
  );
  const crossings: Crossing[] = [];
  const invalid: string[] = [];
  for (const row of rows) {
    const first = storedPosting(row, row.legs ?? []);
    const second = secondOf(first);
    if (second && macStateOf(key, row, row.legs ?? []) === 'valid') crossings.push({ first, second, about: row.about });
    else invalid.push(`posting ${row.owner_id} ${row.posting_id}`);
  }
  return { crossings, invalid };
}

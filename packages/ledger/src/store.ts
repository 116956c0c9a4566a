import { createSecretKey, type KeyObject } from 'node:crypto';
import type { AccountKey } from './account.ts';
import type { Queryable } from './accounts.ts';
import { contentMac, inKeyOrder } from './content-mac.ts';
import { afterGathering, gatheringFor, inSlot, madeInAnotherSlot } from './fee-slots.ts';
import { constraintOf, stateOf } from './on-nodes.ts';
import type { Leg, Posting } from './posting.ts';
import { bigintArray, byteaArray, integerArray, jsonArray, textArray, timeArray, uuidArray } from './sql-array.ts';

/** What became of one posting; ledger.post_batch in the migration says what each word means. */
export type PostingResult =
  | { readonly outcome: 'posted' | 'replayed'; readonly posted_at: Date }
  | { readonly outcome: 'content_mismatch' | 'malformed' | 'late' }
  /** Refused, and because of which account. */
  | { readonly outcome: 'account_missing' | 'locked' | 'insufficient' | 'overflow'; readonly account: AccountKey };

export type PostingOutcome = PostingResult['outcome'];

/** One answer, and the places of the postings that it is given to, from 1. */
interface ResultRow {
  postings: number[];
  result: PostingOutcome;
  posted_at: Date | null;
  owner_id: string | number | bigint | null;
  coin: string | null;
  purpose: string | null;
}

const POST_BATCH = `select postings, result, posted_at, owner_id, coin, purpose from ledger.post_batch(
  $1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::bigint[], $7::text[], $8::text[],
  $9::integer[], $10::integer[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
  $16::uuid[], $17::bytea[], $18::timestamptz[], $19::boolean)`;

export interface PostBatchOptions {
  /** The accounts that fees are added to: another program adds to those of another slot, and neither waits for the other. */
  readonly slot?: number;
  /** Do not wait for accounts that another transaction holds: their postings come back as `locked`. */
  readonly skipLocked?: boolean;
}

/**
 * Makes postings in order, each whole or not at all, in one round trip. The result at index i is of posting i. Must run in the
 * caller's transaction, once, after all its other locks; throws only on what no retry of the same input would cure, or on what
 * `isRetryable` knows. `key` is the ledger's key, with which every posting's content MAC is made.
 */
export async function postBatch(
  client: Queryable,
  key: Buffer,
  postings: readonly Posting[],
  { slot = 0, skipLocked = false }: PostBatchOptions = {},
): Promise<PostingResult[]> {
  if (postings.length === 0) return [];
  const gathering = await gatheringFor(client, postings);
  const macKey = createSecretKey(key);
  const slotted = postings.map((posting) => inSlot(posting, slot));
  const results = await post(client, macKey, [...gathering.postings, ...slotted], skipLocked);
  const gathered = results.splice(0, gathering.postings.length);
  return madeInAnotherSlot(client, macKey, postings, afterGathering(postings, results, gathering, gathered));
}

async function post(client: Queryable, macKey: KeyObject, postings: readonly Posting[], skipLocked: boolean): Promise<PostingResult[]> {
  const { rows } = await client.query<ResultRow>(POST_BATCH, [...bind(postings, macKey), skipLocked]);
  const results: PostingResult[] = [];
  for (const row of rows) {
    const result = toResult(row);
    for (const place of row.postings) results[place - 1] = result;
  }
  return postings.map((_, index) => {
    const result = results[index];
    if (!result) throw new Error(`posting ${index + 1} of ${postings.length} got no result`);
    return result;
  });
}

/**
 * Is this an error after which the same transaction, run again from its start, may succeed? Deadlocks and serialization failures,
 * and two transactions that at the same moment made the same posting id over different accounts, or the same hold on different ones.
 */
export function isRetryable(error: unknown): boolean {
  const state = stateOf(error);
  if (state === '40001' || state === '40P01') return true;
  return state === '23505' && MADE_TWICE.has(constraintOf(error as Error));
}

const MADE_TWICE: ReadonlySet<string | undefined> = new Set(['posting_pkey', 'hold_pkey']);

function toResult(row: ResultRow): PostingResult {
  switch (row.result) {
    case 'posted':
    case 'replayed':
      if (row.posted_at === null) throw new Error(`${row.result} without a time`);
      return { outcome: row.result, posted_at: row.posted_at };
    case 'content_mismatch':
    case 'malformed':
    case 'late':
      return { outcome: row.result };
    default:
      if (row.owner_id === null || row.coin === null || row.purpose === null) throw new Error(`${row.result} without an account`);
      return { outcome: row.result, account: { owner_id: Number(row.owner_id), coin: row.coin, purpose: row.purpose } };
  }
}

/** The parallel arrays of ledger.post_batch; null for frozen and pending funds and holds when no leg changes or names any. */
function bind(postings: readonly Posting[], macKey: KeyObject): (Buffer | null)[] {
  const accounts: AccountKey[] = [];
  const placeOf = new Map<string, number>();
  const legPostings: number[] = [];
  const legAccounts: number[] = [];
  const legs: Leg[] = [];
  // In the order of their accounts, so that the account a refusal names does not depend on how the legs were written down.
  const ordered = postings.map((posting) => inKeyOrder(posting.legs));
  ordered.forEach((keyed, index) => {
    for (const { leg, text } of keyed) {
      let place = placeOf.get(text);
      if (place === undefined) {
        place = accounts.push(leg.account);
        placeOf.set(text, place);
      }
      legPostings.push(index + 1);
      legAccounts.push(place);
      legs.push(leg);
    }
  });
  const movesHeld = legs.some(({ frozen = 0n, pending = 0n, hold }) => frozen !== 0n || pending !== 0n || hold !== undefined);
  return [
    bigintArray(postings.map((posting) => posting.owner_id)),
    uuidArray(postings.map((posting) => posting.posting_id)),
    textArray(postings.map((posting) => posting.type)),
    textArray(postings.map((posting) => posting.serial_number)),
    jsonArray(postings.map((posting) => posting.note ?? undefined)),
    bigintArray(accounts.map((account) => account.owner_id)),
    textArray(accounts.map((account) => account.coin)),
    textArray(accounts.map((account) => account.purpose)),
    integerArray(legPostings),
    integerArray(legAccounts),
    bigintArray(legs.map((leg) => bounded(leg.available))),
    movesHeld ? bigintArray(legs.map((leg) => bounded(leg.frozen))) : null,
    movesHeld ? bigintArray(legs.map((leg) => bounded(leg.pending))) : null,
    bigintArray(legs.map((leg) => bounded(leg.charge))),
    bigintArray(legs.map((leg) => leg.counterparty)),
    movesHeld ? uuidArray(legs.map(({ hold }) => hold)) : null,
    byteaArray(postings.map((posting, index) => contentMac(macKey, posting, ordered[index]))),
    timeArray(postings.map((posting) => posting.deadline)),
  ];
}

const BIGINT_MAX = 2n ** 63n - 1n;

/** An amount that no bigint column holds is far beyond what a leg may carry: its posting is malformed, not its whole batch. */
function bounded(amount = 0n): bigint {
  if (amount > BIGINT_MAX) return BIGINT_MAX;
  return amount < -BIGINT_MAX ? -BIGINT_MAX : amount;
}

import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEPT_H } from '@purser/contract/wire';
import { isFinal, type OutcomeName } from '@purser/contract/errors';
import type { Database } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import type { Tx, Writer } from '../database/tx.ts';
import { refuse, Refusal } from '../http/refusal.ts';
import { Answer, type RequestContext } from '../http/route.ts';
import type { Secrets } from '../security/secrets.ts';

/** The length of what is kept of a request. */
const MAC_BYTES = 32;

/**
 * What makes a request the same as an earlier one: its call and its content. The authenticator's code is no part of it:
 * whoever asks again after a lost answer has a new code by then, and still means the same. What is kept of it is made with a key: a content may
 * be a password, which nobody who reads the table may find by trying. Behind that stands the hash that the first release kept in its place, to
 * know requests again that it has answered.
 */
export function requestHashOf(secrets: Pick<Secrets, 'mac'>, path: string, body: unknown): Buffer {
  const content = typeof body === 'object' && body !== null ? { ...body, google_code: undefined } : body;
  const text = `${path}\n${JSON.stringify(content) ?? ''}`;
  return Buffer.concat([secrets.mac('request', text), createHash('sha256').update(text).digest()]);
}

function keptOf(requestHash: Buffer): Buffer {
  return requestHash.subarray(0, MAC_BYTES);
}

function isSameRequest(kept: Buffer, requestHash: Buffer): boolean {
  return kept.equals(keptOf(requestHash)) || kept.equals(requestHash.subarray(MAC_BYTES));
}

/** How a request is known again: by its key, if it has one, and its content. */
export type Repetition = Pick<RequestContext, 'idempotencyKey' | 'requestHash'>;
/** A request that is not known again. */
export const UNKEYED: Repetition = { idempotencyKey: undefined, requestHash: Buffer.alloc(0) };

/**
 * Runs a write as one transaction, scoped to its owner unless said otherwise. With an idempotency key, a second request with the same key
 * and content gets the first answer (already_done), or the first refusal if that was final, and changes nothing; with other
 * content it is refused. A refusal that is not final rolls the key back as well, so that the request may be sent again.
 */
export async function write<Data>(
  db: Database,
  ownerId: number,
  { idempotencyKey: key, requestHash }: Repetition,
  work: (tx: Tx) => Promise<Data | Answer<Data>>,
  { scope = ownerId }: { readonly scope?: Scope } = {},
): Promise<Data | Answer<Data>> {
  if (key === undefined) return db.transaction(scope, work);
  const outcome = await db.transaction(scope, async (tx, last): Promise<{ data: Data | Answer<Data> } | StoredKey | Refusal> => {
    if (!(await claim(tx, ownerId, key, requestHash))) {
      const first = await readStored(tx, ownerId, key);
      // It was forgotten just now: whoever asks again begins anew.
      if (!first) throw refuse('request_in_progress');
      return first;
    }
    // Sent together with the first statement of the work: where it is refused, that is refused as well.
    const saved = tx.query('savepoint work');
    saved.catch(() => {});
    const data = await work(tx).catch(async (error: unknown) => {
      if (!isKept(error)) throw error;
      // Work may refuse before its first statement. Why there is nothing to go back to is told then, not that there is nothing.
      await Promise.all([saved, tx.query('rollback to savepoint work')]);
      return error;
    });
    await keep(last, ownerId, key, data instanceof Answer ? data.data : data);
    return data instanceof Refusal ? data : { data };
  });
  if (outcome instanceof Refusal) throw outcome;
  return 'data' in outcome ? outcome.data : replayOf<Data>(outcome, requestHash);
}

/** The first answer to a request with this key and content, for calls that must not ask for a fresh proof before they replay. */
export async function findReplay<Data>(
  db: Database,
  ownerId: number,
  { idempotencyKey, requestHash }: Repetition,
): Promise<Answer<Data> | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const first = await db.scoped(ownerId, (tx) => readStored(tx, ownerId, idempotencyKey));
  return first && replayOf<Data>(first, requestHash);
}

/**
 * Keeps a refusal under the request's key, for calls that refuse before their write begins, so that an attempt of the same
 * request that hangs somewhere cannot succeed later. Rejects with the refusal, or with what another attempt has come to.
 */
export async function refuseForGood<Data>(db: Database, ownerId: number, context: Repetition, refusal: unknown): Promise<Answer<Data>> {
  if (!isKept(refusal)) throw refusal;
  return write<Data>(db, ownerId, context, () => Promise.reject(refusal)) as Promise<Answer<Data>>;
}

/**
 * Gives a request's key back whose refusal was kept, but is not told, as whoever asked is to ask again. A refusal that an earlier request was
 * told keeps the key: what hangs somewhere of that one cannot succeed later.
 */
export async function giveKeyBack(
  db: Database,
  ownerId: number,
  { idempotencyKey, requestHash }: Repetition,
  untold: Refusal,
): Promise<void> {
  if (idempotencyKey === undefined || untold instanceof RepeatedRefusal) return;
  await db.scoped(ownerId, (tx) =>
    tx.query('delete from idempotency_key where owner_id = $1 and key = $2 and request_hash = $3 and refusal is not null', [
      ownerId,
      idempotencyKey,
      keptOf(requestHash),
    ]),
  );
}

interface Stored {
  readonly request_hash: Buffer;
  readonly answer: unknown;
  readonly refusal: StoredRefusal | null;
}

interface StoredKey extends Stored {
  /** Not while the second half of what was asked is still to be made. */
  readonly settled: boolean;
}

/** A refusal as it is kept: its text is made anew in the language of whoever asks again. */
interface StoredRefusal {
  readonly outcome: OutcomeName;
  readonly values: Readonly<Record<string, string | number>>;
  readonly data: unknown;
}

function isKept(error: unknown): error is Refusal {
  return error instanceof Refusal && isFinal(error.outcome);
}

async function claim(tx: Tx, ownerId: number, key: string, requestHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'claim-idempotency-key',
    text: `
      insert into idempotency_key (owner_id, key, request_hash, forget_at)
      values ($1, $2, $3, now() + make_interval(hours => ${IDEMPOTENCY_KEPT_H})) on conflict do nothing`,
    values: [ownerId, key, keptOf(requestHash)],
  });
  return rowCount === 1;
}

async function keep(writer: Writer, ownerId: number, key: string, data: unknown): Promise<void> {
  const isRefusal = data instanceof Refusal;
  const kept = JSON.stringify(isRefusal ? storable(data) : data) as string | undefined;
  // Its key would be taken for one whose answer is still to be made.
  if (kept === undefined) throw new Error('what is answered under a key must be known to JSON');
  await writer.query({
    name: 'keep-idempotent-answer',
    text: 'update idempotency_key set answer = $3, refusal = $4 where owner_id = $1 and key = $2',
    values: [ownerId, key, isRefusal ? null : kept, isRefusal ? kept : null],
  });
}

function storable({ outcome, values, data }: Refusal): StoredRefusal {
  return { outcome, values, data };
}

async function readStored(tx: Tx, ownerId: number, key: string): Promise<StoredKey | undefined> {
  const { rows } = await tx.query<StoredKey>({
    name: 'read-idempotency-key',
    text: `
      select request_hash, answer, refusal, answer is not null or refusal is not null as settled
      from idempotency_key where owner_id = $1 and key = $2`,
    values: [ownerId, key],
  });
  return rows[0];
}

function replayOf<Data>(first: StoredKey, requestHash: Buffer): Answer<Data> {
  if (!isSameRequest(first.request_hash, requestHash)) throw refuse('idempotency_mismatch');
  if (!first.settled) throw refuse('request_in_progress');
  if (first.refusal) throw asRefusal(first.refusal);
  return new Answer('already_done', first.answer as Data);
}

/** A refusal that an earlier request with the same key came to. */
class RepeatedRefusal extends Refusal {}

function asRefusal({ outcome, values, data }: StoredRefusal): Refusal {
  return new RepeatedRefusal(outcome, values, data);
}

/** One command's claim on an idempotency key, for the set-based batches; undefined key means none was sent. */
export interface Claim {
  readonly ownerId: number;
  readonly key: string | undefined;
  readonly requestHash: Buffer;
}

/** What became of a claim: run it, answer with what stands in the table, refuse it, or wait for its twin in this batch. */
export type ClaimResult =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'replay'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in_progress' };

/** Claims many keys inside a batch's transaction, in the order of the claims. */
export async function claimKeys(tx: Tx, claims: readonly Claim[]): Promise<ClaimResult[]> {
  const keyed = claims.filter((claim) => claim.key !== undefined);
  if (keyed.length === 0) return claims.map(() => ({ kind: 'fresh' }));
  const columns = [keyed.map(({ ownerId }) => ownerId), keyed.map(({ key }) => key)];
  const { rows } = await tx.query<{ owner_id: bigint; key: string }>({
    name: 'claim-idempotency-keys',
    text: `
      insert into idempotency_key (owner_id, key, request_hash, forget_at)
      select distinct on (owner_id, key) owner_id, key, request_hash, now() + make_interval(hours => ${IDEMPOTENCY_KEPT_H})
      from unnest($1::bigint[], $2::text[], $3::bytea[]) with ordinality as asked (owner_id, key, request_hash, position)
      order by owner_id, key, position
      on conflict do nothing
      returning owner_id, key`,
    values: [...columns, keyed.map(({ requestHash }) => keptOf(requestHash))],
  });
  const fresh = new Set(rows.map((row) => `${row.owner_id} ${row.key}`));
  const known = fresh.size === keyed.length ? new Map<string, StoredAnswer>() : await storedAnswers(tx, columns);
  return claims.map((claim): ClaimResult => {
    const id = `${claim.ownerId} ${claim.key}`;
    // Deleting as it is claimed gives the key to the first of two commands that share it within one batch.
    if (claim.key === undefined || fresh.delete(id)) return { kind: 'fresh' };
    const first = known.get(id);
    if (first && !isSameRequest(first.request_hash, claim.requestHash)) return { kind: 'mismatch' };
    if (first?.refusal) return { kind: 'refused', refusal: asRefusal(first.refusal) };
    return first?.answered ? { kind: 'replay', answer: first.answer } : { kind: 'in_progress' };
  });
}

interface StoredAnswer extends Stored {
  readonly owner_id: bigint;
  readonly key: string;
  /** An answer may itself be null. */
  readonly answered: boolean;
}

async function storedAnswers(tx: Tx, columns: readonly unknown[][]): Promise<Map<string, StoredAnswer>> {
  const { rows } = await tx.query<StoredAnswer>({
    name: 'read-idempotency-keys',
    text: `
      select owner_id, key, request_hash, answer, refusal, answer is not null as answered from idempotency_key
      join unnest($1::bigint[], $2::text[]) as asked (owner_id, key) using (owner_id, key)`,
    values: [...columns],
  });
  return new Map(rows.map((row) => [`${row.owner_id} ${row.key}`, row]));
}

/** Keeps what the commands of a batch came to: answers, and refusals that are final. Other claims are given up (no answer). */
export async function settleKeys(writer: Writer, claims: readonly Claim[], outcomes: readonly unknown[]): Promise<void> {
  const settled = claims.map((claim, index) => ({ ...claim, outcome: outcomes[index] })).filter(({ key }) => key !== undefined);
  const isToBeKept = (outcome: unknown): boolean => (outcome instanceof Error ? isKept(outcome) : outcome !== undefined);
  const kept = settled.filter(({ outcome }) => isToBeKept(outcome));
  const released = settled.filter(({ outcome }) => !isToBeKept(outcome));
  if (kept.length > 0) {
    await writer.query({
      name: 'store-idempotent-answers',
      text: `
        update idempotency_key set answer = settled.answer, refusal = settled.refusal
        from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::jsonb[]) as settled (owner_id, key, answer, refusal)
        where idempotency_key.owner_id = settled.owner_id and idempotency_key.key = settled.key`,
      values: [
        kept.map(({ ownerId }) => ownerId),
        kept.map(({ key }) => key),
        kept.map(({ outcome }) => (outcome instanceof Refusal ? null : JSON.stringify(outcome))),
        kept.map(({ outcome }) => (outcome instanceof Refusal ? JSON.stringify(storable(outcome)) : null)),
      ],
    });
  }
  if (released.length > 0) {
    await writer.query({
      name: 'release-idempotency-keys',
      text: `
        delete from idempotency_key using unnest($1::bigint[], $2::text[]) as released (owner_id, key)
        where idempotency_key.owner_id = released.owner_id and idempotency_key.key = released.key and answer is null and refusal is null`,
      values: [released.map(({ ownerId }) => ownerId), released.map(({ key }) => key)],
    });
  }
}

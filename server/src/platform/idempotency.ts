import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEPT_H } from '@purser/contract/call';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Trx } from './database.ts';
import { refuse } from './refusal.ts';
import { Answer, type RequestContext } from './route.ts';

/**
 * What makes a request the same as an earlier one: its call and its content. The authenticator's code is no part of it:
 * whoever asks again after a lost answer has a new code by then, and still means the same.
 */
export function requestHashOf(path: string, body: unknown): Buffer {
  const content = typeof body === 'object' && body !== null ? { ...body, google_code: undefined } : body;
  return createHash('sha256')
    .update(path)
    .update('\n')
    .update(JSON.stringify(content) ?? '')
    .digest();
}

/**
 * Runs a write as one transaction scoped to its owner. With an idempotency key, a second request with the same key
 * and content gets the first answer (already_done) and changes nothing; with other content it is refused. A
 * refusal rolls back the key as well, so that the request may be mended and sent again.
 */
export async function write<Data>(
  db: Database,
  ownerId: number,
  context: Pick<RequestContext, 'idempotencyKey' | 'requestHash'>,
  work: (trx: Trx) => Promise<Data>,
): Promise<Data | Answer<Data>> {
  const { idempotencyKey, requestHash } = context;
  return db.scoped(ownerId, async (trx) => {
    if (idempotencyKey === undefined) return work(trx);
    const claimed = await trx
      .insertInto('idempotency_key')
      .values({ owner_id: ownerId, key: idempotencyKey, request_hash: requestHash, answer: null, forget_at: FORGET_AT })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) return replay<Data>(trx, ownerId, idempotencyKey, requestHash);
    const data = await work(trx);
    await trx
      .updateTable('idempotency_key')
      .set({ answer: JSON.stringify(data) })
      .where('owner_id', '=', BigInt(ownerId))
      .where('key', '=', idempotencyKey)
      .execute();
    return data;
  });
}

/** The first answer to a request with this key and content, for calls that must not ask for a fresh proof before they replay. */
export async function findReplay<Data>(
  db: Database,
  ownerId: number,
  { idempotencyKey, requestHash }: Pick<RequestContext, 'idempotencyKey' | 'requestHash'>,
): Promise<Answer<Data> | undefined> {
  if (idempotencyKey === undefined) return undefined;
  return db.scoped(ownerId, async (trx) => {
    const first = await trx
      .selectFrom('idempotency_key')
      .select(['request_hash', 'answer'])
      .where('owner_id', '=', BigInt(ownerId))
      .where('key', '=', idempotencyKey)
      .executeTakeFirst();
    return first ? replayOf<Data>(first, requestHash) : undefined;
  });
}

function replayOf<Data>(first: { request_hash: Buffer; answer: unknown }, requestHash: Buffer): Answer<Data> {
  if (!first.request_hash.equals(requestHash)) throw refuse('idempotency_mismatch');
  return new Answer('already_done', first.answer as Data);
}

async function replay<Data>(trx: Trx, ownerId: number, key: string, requestHash: Buffer): Promise<Answer<Data>> {
  const first = await trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('owner_id', '=', BigInt(ownerId))
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return replayOf(first, requestHash);
}

const FORGET_AT = sql<Date>`now() + make_interval(hours => ${IDEMPOTENCY_KEPT_H})`;

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
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in_progress' };

/** Claims many keys inside a batch's transaction, in the order of the claims. */
export async function claimKeys(client: pg.ClientBase, claims: readonly Claim[]): Promise<ClaimResult[]> {
  const keyed = claims.filter((claim) => claim.key !== undefined);
  if (keyed.length === 0) return claims.map(() => ({ kind: 'fresh' }));
  const columns = [keyed.map(({ ownerId }) => ownerId), keyed.map(({ key }) => key)];
  const { rows } = await client.query<{ owner_id: bigint; key: string }>({
    name: 'claim-idempotency-keys',
    text: `
      insert into idempotency_key (owner_id, key, request_hash, forget_at)
      select distinct on (owner_id, key) owner_id, key, request_hash, now() + make_interval(hours => ${IDEMPOTENCY_KEPT_H})
      from unnest($1::bigint[], $2::text[], $3::bytea[]) with ordinality as asked (owner_id, key, request_hash, position)
      order by owner_id, key, position
      on conflict do nothing
      returning owner_id, key`,
    values: [...columns, keyed.map(({ requestHash }) => requestHash)],
  });
  const fresh = new Set(rows.map((row) => `${row.owner_id} ${row.key}`));
  const known = fresh.size === keyed.length ? new Map<string, StoredAnswer>() : await storedAnswers(client, columns);
  return claims.map((claim): ClaimResult => {
    const id = `${claim.ownerId} ${claim.key}`;
    // Deleting as it is claimed gives the key to the first of two commands that share it within one batch.
    if (claim.key === undefined || fresh.delete(id)) return { kind: 'fresh' };
    const first = known.get(id);
    if (first && !first.request_hash.equals(claim.requestHash)) return { kind: 'mismatch' };
    return first?.answered ? { kind: 'replay', answer: first.answer } : { kind: 'in_progress' };
  });
}

interface StoredAnswer {
  readonly owner_id: bigint;
  readonly key: string;
  readonly request_hash: Buffer;
  readonly answer: unknown;
  /** An answer may itself be null. */
  readonly answered: boolean;
}

async function storedAnswers(client: pg.ClientBase, columns: readonly unknown[][]): Promise<Map<string, StoredAnswer>> {
  const { rows } = await client.query<StoredAnswer>({
    name: 'read-idempotency-keys',
    text: `
      select owner_id, key, request_hash, answer, answer is not null as answered from idempotency_key
      join unnest($1::bigint[], $2::text[]) as asked (owner_id, key) using (owner_id, key)`,
    values: [...columns],
  });
  return new Map(rows.map((row) => [`${row.owner_id} ${row.key}`, row]));
}

/** Stores the first answers of a batch, and gives up the claims of commands that were refused (no answer). */
export async function settleKeys(client: pg.ClientBase, claims: readonly Claim[], answers: readonly unknown[]): Promise<void> {
  const settled = claims.map((claim, index) => ({ ...claim, answer: answers[index] })).filter(({ key }) => key !== undefined);
  const kept = settled.filter(({ answer }) => answer !== undefined);
  const released = settled.filter(({ answer }) => answer === undefined);
  if (kept.length > 0) {
    await client.query({
      name: 'store-idempotent-answers',
      text: `
        update idempotency_key set answer = settled.answer
        from unnest($1::bigint[], $2::text[], $3::jsonb[]) as settled (owner_id, key, answer)
        where idempotency_key.owner_id = settled.owner_id and idempotency_key.key = settled.key`,
      values: [kept.map(({ ownerId }) => ownerId), kept.map(({ key }) => key), kept.map(({ answer }) => JSON.stringify(answer))],
    });
  }
  if (released.length > 0) {
    await client.query({
      name: 'release-idempotency-keys',
      text: `
        delete from idempotency_key using unnest($1::bigint[], $2::text[]) as released (owner_id, key)
        where idempotency_key.owner_id = released.owner_id and idempotency_key.key = released.key and answer is null`,
      values: [released.map(({ ownerId }) => ownerId), released.map(({ key }) => key)],
    });
  }
}

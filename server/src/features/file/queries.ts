import { UNUSED_KEPT_H } from '@purser/contract/file-purpose';
import { sql, type Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx } from '../../platform/database/tx.ts';

export type FileRow = Selectable<Schema['file']>;

/** Time for the bytes to come into the storage; longer than any attempt lasts. */
const PENDING_KEPT_MIN = 60;

/** What an owner has, counted under a lock that lasts for the transaction: two uploads at once are counted one after the other. */
export async function countFiles(tx: Tx, ownerId: number): Promise<{ unused: number; lately: number; bytes: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('file', $1))`, [ownerId]);
  const { rows } = await tx.query<{ unused: bigint; lately: bigint; bytes: bigint }>(
    `select count(*) filter (where used_at is null and state <> 'leaving') as unused,
       count(*) filter (where created_at > now() - interval '1 hour') as lately,
       coalesce(sum(size), 0)::bigint as bytes
     from file where owner_id = $1`,
    [ownerId],
  );
  const [row] = rows;
  return { unused: Number(row?.unused ?? 0), lately: Number(row?.lately ?? 0), bytes: Number(row?.bytes ?? 0) };
}

type NewFile = Pick<FileRow, 'owner_id' | 'file_id' | 'purpose' | 'name' | 'media_type' | 'size' | 'content_hash' | 'sent_by'>;

/** Notes a file whose bytes are about to be put into the storage. */
export async function insertPending(tx: Tx, file: NewFile): Promise<void> {
  await tx
    .insertInto('file')
    .values({ ...file, remove_at: sql<Date>`now() + make_interval(mins => ${PENDING_KEPT_MIN})` })
    .execute();
}

/** Notes that the bytes are there; undefined when the row was given up meanwhile. */
export function markKept(tx: Tx, { owner_id, file_id }: Pick<FileRow, 'owner_id' | 'file_id'>): Promise<FileRow | undefined> {
  return tx
    .updateTable('file')
    .set({ state: 'kept', remove_at: sql<Date>`now() + make_interval(hours => ${UNUSED_KEPT_H})` })
    .where('owner_id', '=', owner_id)
    .where('file_id', '=', file_id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

export function findKept(tx: Tx, ownerId: number, fileId: string): Promise<FileRow | undefined> {
  return tx
    .selectFrom('file')
    .selectAll()
    .where('owner_id', '=', BigInt(ownerId))
    .where('file_id', '=', fileId)
    .where('state', '=', 'kept')
    .executeTakeFirst();
}

/**
 * Takes the files that are due to be removed, and those whose removal was begun and did not end. From now on they are shown to nobody and
 * used by nothing.
 */
export async function takeDue(tx: Tx, most: number): Promise<FileRow[]> {
  if (tx.isDistributed) return takeDueOnNodes(tx, most);
  const { rows } = await tx.query<FileRow>(
    `update file set state = 'leaving'
     where (owner_id, file_id) in (
       select owner_id, file_id from file where remove_at <= now() order by remove_at limit $1 for update skip locked)
     returning *`,
    [most],
  );
  return rows;
}

/** The same where tables are distributed: looked for, locked owner after owner, and then looked at again. */
async function takeDueOnNodes(tx: Tx, most: number): Promise<FileRow[]> {
  const { rows: due } = await tx.query<{ owner_id: bigint; file_id: string }>(
    `select owner_id, file_id from file where remove_at <= now() order by remove_at limit $1`,
    [most],
  );
  const asked = due.map(({ owner_id, file_id }) => ({ ownerId: Number(owner_id), key: file_id }));
  const locked = await lockByOwner(tx, { table: 'file', owner: 'owner_id', key: 'file_id' }, asked, 'for no key update', true);
  const { rows } = await tx.query<FileRow>(
    `update file set state = 'leaving' from unnest($1::bigint[], $2::text[]) as due (owner_id, file_id)
     where file.owner_id = due.owner_id and file.file_id = due.file_id and remove_at <= now() returning file.*`,
    [locked.map(({ ownerId }) => ownerId), locked.map(({ key }) => key)],
  );
  return rows;
}

/** Forgets a file whose bytes are gone; false when another process did. */
export async function deleteFile(tx: Tx, { owner_id, file_id }: Pick<FileRow, 'owner_id' | 'file_id'>): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('file')
    .where('owner_id', '=', owner_id)
    .where('file_id', '=', file_id)
    .where('state', '=', 'leaving')
    .returning('file_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { contentMac, STORED_LEG, type StoredLeg, storedPosting, type StoredPosting } from './content-mac.ts';
import { bigintArray, byteaArray, uuidArray } from './sql-array.ts';

/** What became of the postings that were made before postings had MACs. */
export type Adoption =
  /** Done now. `refused` are those that are not what their unkeyed hash says: they stay without a MAC, and verification names them. */
  | { readonly outcome: 'adopted'; readonly adopted: number; readonly refused: number }
  | { readonly outcome: 'adopted_before' }
  /** Postings have MACs, yet no valid mark says that adoption is over: somebody took it away. Nothing is adopted. */
  | { readonly outcome: 'mark_missing' };

const SLICE = 5_000;

/**
 * Gives the postings that have none their content MAC, computed from what is stored, and marks the ledger so that this happens once in
 * its life: a second time would adopt what a forger wrote. One transaction, slice by slice; the client must be of the owner of the
 * tables and outside of a transaction. Run it after migrating, before anything posts.
 */
export async function adoptPostings(client: pg.ClientBase, key: Buffer): Promise<Adoption> {
  await client.query('begin');
  try {
    // Whoever else adopts waits here, and then finds the mark.
    await client.query('lock table ledger.adoption in share row exclusive mode');
    const adoption = (await standing(client, key)) ?? (await adoptAll(client, key));
    await client.query('commit');
    return adoption;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function standing(client: pg.ClientBase, key: Buffer): Promise<Adoption | undefined> {
  const { rows } = await client.query<{ adopted_at: Date; adopted: string; refused: string; mark: Buffer }>(
    'select adopted_at, adopted, refused, mark from ledger.adoption',
  );
  const [row] = rows;
  if (row) {
    const expected = markOf(key, row.adopted_at, Number(row.adopted), Number(row.refused));
    return { outcome: row.mark.length === 32 && timingSafeEqual(row.mark, expected) ? 'adopted_before' : 'mark_missing' };
  }
  const { rowCount } = await client.query('select from ledger.posting where content_mac is not null limit 1');
  return rowCount === 0 ? undefined : { outcome: 'mark_missing' };
}

async function adoptAll(client: pg.ClientBase, key: Buffer): Promise<Adoption> {
  let [adopted, refused] = [0, 0];
  let after: readonly [owner_id: string, posting_id: string] = ['0', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const slice = await readSlice(client, after);
    const last = slice.at(-1);
    if (!last) break;
    after = [last.owner_id, last.posting_id];
    const whole = slice.filter(({ unchanged }) => unchanged);
    await giveMacs(client, key, whole);
    adopted += whole.length;
    refused += slice.length - whole.length;
  }
  const adopted_at = new Date();
  await client.query('insert into ledger.adoption (owner_id, adopted_at, adopted, refused, mark) values (1, $1, $2, $3, $4)', [
    adopted_at,
    adopted,
    refused,
    markOf(key, adopted_at, adopted, refused),
  ]);
  return { outcome: 'adopted', adopted, refused };
}

type OldPosting = StoredPosting & { owner_id: string; legs: readonly StoredLeg[]; unchanged: boolean };

/** The hash is the one that postings carried before, over the same rows: careless changes are not adopted. */
async function readSlice(client: pg.ClientBase, after: readonly [string, string]): Promise<OldPosting[]> {
  const { rows } = await client.query<OldPosting>(
    `select p.owner_id, p.posting_id, p.type, p.serial_number, p.note, l.legs,
       coalesce(sha256(convert_to(row(p.type, p.serial_number, p.note)::text || l.hashed, 'UTF8')) = p.content_hash, false) as unchanged
     from (
       select * from ledger.posting where (owner_id, posting_id) > ($1, $2) and content_mac is null
       order by owner_id, posting_id limit ${SLICE}
     ) p
     cross join lateral (
       select coalesce(json_agg(${STORED_LEG}), '[]') as legs,
         string_agg(row(e.owner_id, e.coin, e.purpose, available, frozen, pending, e.charge, e.counterparty)::text, ''
           order by format('%s %s %s', e.owner_id, e.coin, e.purpose) collate "C") as hashed
       from ledger.entry e
       cross join lateral (select e.available_after - e.available_before as available, e.frozen_after - e.frozen_before as frozen,
         e.pending_after - e.pending_before as pending) change
       -- An index finds them by serial number and posting.
       where e.serial_number = p.serial_number and e.posting_owner_id = p.owner_id and e.posting_id = p.posting_id
     ) l
     order by p.owner_id, p.posting_id`,
    [after[0], after[1]],
  );
  return rows;
}

async function giveMacs(client: pg.ClientBase, key: Buffer, postings: readonly OldPosting[]): Promise<void> {
  const macKey = createSecretKey(key);
  await client.query(
    `update ledger.posting p set content_mac = n.mac, content_hash = null
     from unnest($1::bigint[], $2::uuid[], $3::bytea[]) as n(owner_id, posting_id, mac)
     where p.owner_id = n.owner_id and p.posting_id = n.posting_id`,
    [
      bigintArray(postings.map(({ owner_id }) => BigInt(owner_id))),
      uuidArray(postings.map(({ posting_id }) => posting_id)),
      byteaArray(postings.map((posting) => contentMac(macKey, storedPosting(posting, posting.legs)))),
    ],
  );
}

function markOf(key: Buffer, adopted_at: Date, adopted: number, refused: number): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['adoption', adopted_at.toISOString(), adopted, refused]))
    .digest();
}

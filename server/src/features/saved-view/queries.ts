import type { OutputOf } from '@purser/contract/call';
import type { savedViewQuery } from '@purser/contract/features/saved-view';
import type { Tx } from '../../platform/database/tx.ts';

export type SavedView = OutputOf<typeof savedViewQuery>['list'][number];

/** Whose views: a merchant's, or those of a member of staff. Each stand in a table of their own. */
export type Whose = { readonly merchantId: number } | { readonly staffId: number };

const SHOWN = 'view_id, name, search, columns, is_default';

function placeOf(whose: Whose) {
  return 'merchantId' in whose
    ? ({ table: 'saved_view', owner: 'merchant_id', id: whose.merchantId } as const)
    : ({ table: 'staff_saved_view', owner: 'staff_id', id: whose.staffId } as const);
}

/** One after the other: an account's views are few, and are counted and named apart. */
export async function lockViews(tx: Tx, whose: Whose): Promise<void> {
  const { table, id } = placeOf(whose);
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${id}`]);
}

export async function viewsOf(tx: Tx, whose: Whose, listId: string): Promise<SavedView[]> {
  const { table, owner, id } = placeOf(whose);
  const { rows } = await tx.query<SavedView>(`select ${SHOWN} from ${table} where ${owner} = $1 and list_id = $2 order by name`, [
    id,
    listId,
  ]);
  return rows;
}

export async function findView(tx: Tx, whose: Whose, viewId: string): Promise<(SavedView & { list_id: string }) | undefined> {
  const { table, owner, id } = placeOf(whose);
  const { rows } = await tx.query<SavedView & { list_id: string }>(
    `select ${SHOWN}, list_id from ${table} where ${owner} = $1 and view_id = $2`,
    [id, viewId],
  );
  return rows[0];
}

/** A list begins with one view at the most. */
export async function clearDefault(tx: Tx, whose: Whose, listId: string): Promise<void> {
  const { table, owner, id } = placeOf(whose);
  await tx.query(`update ${table} set is_default = false where ${owner} = $1 and list_id = $2 and is_default`, [id, listId]);
}

/** Writes a view whole, whether it was there or not. */
export async function putView(tx: Tx, whose: Whose, listId: string, view: SavedView): Promise<void> {
  const { table, owner, id } = placeOf(whose);
  await tx.query(
    `insert into ${table} (${owner}, view_id, list_id, name, search, columns, is_default) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (${owner}, view_id) do update
     set name = excluded.name, search = excluded.search, columns = excluded.columns, is_default = excluded.is_default, saved_at = excluded.saved_at`,
    [id, view.view_id, listId, view.name, JSON.stringify(view.search), JSON.stringify(view.columns), view.is_default],
  );
}

export async function deleteView(tx: Tx, whose: Whose, viewId: string): Promise<boolean> {
  const { table, owner, id } = placeOf(whose);
  const { rowCount } = await tx.query(`delete from ${table} where ${owner} = $1 and view_id = $2`, [id, viewId]);
  return rowCount === 1;
}

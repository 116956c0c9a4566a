import type { ParsedInputOf } from '@purser/contract/call';
import { MOST_SAVED_VIEWS, type savedViewAdd, type savedViewDelete, type savedViewUpdate } from '@purser/contract/features/saved-view';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { clearDefault, deleteView, findView, lockViews, putView, type SavedView, viewsOf, type Whose } from './queries.ts';

export async function addView(
  tx: Tx,
  whose: Whose,
  { list_id: listId, ...wanted }: ParsedInputOf<typeof savedViewAdd>,
): Promise<SavedView> {
  await lockViews(tx, whose);
  const known = await viewsOf(tx, whose, listId);
  if (known.some(({ name }) => name === wanted.name)) throw refuse('saved_view_name_taken');
  if (known.length >= MOST_SAVED_VIEWS) throw refuse('saved_views_full', { limit: MOST_SAVED_VIEWS });
  return put(tx, whose, listId, { view_id: uuidv7(), ...wanted });
}

export async function updateView(tx: Tx, whose: Whose, input: ParsedInputOf<typeof savedViewUpdate>): Promise<SavedView> {
  await lockViews(tx, whose);
  const found = await findView(tx, whose, input.view_id);
  if (!found) throw refuse('not_found');
  const { list_id: listId, ...before } = found;
  const { name = before.name, search = before.search, columns = before.columns, is_default = before.is_default } = input;
  const others = (await viewsOf(tx, whose, listId)).filter((one) => one.view_id !== before.view_id);
  if (others.some((one) => one.name === name)) throw refuse('saved_view_name_taken');
  return put(tx, whose, listId, { view_id: before.view_id, name, search, columns, is_default });
}

export async function removeView(tx: Tx, whose: Whose, { view_id }: ParsedInputOf<typeof savedViewDelete>): Promise<null> {
  if (!(await deleteView(tx, whose, view_id))) throw refuse('not_found');
  return null;
}

async function put(tx: Tx, whose: Whose, listId: string, view: SavedView): Promise<SavedView> {
  if (view.is_default) await clearDefault(tx, whose, listId);
  await putView(tx, whose, listId, view);
  return view;
}

import { z } from 'zod';
import { call } from '../call.ts';
import { nothing, shownLine } from '../fields.ts';

/** So many views of one list, which has no more of an account. */
export const MOST_SAVED_VIEWS = 20;
export const LONGEST_VIEW_NAME = 40;
const MOST_FIELDS = 40;
const MOST_COLUMNS = 80;

const listId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/)
  .meta({ description: 'Which list, as the console calls it', example: 'recharge-record' });
const name = shownLine.trim().min(1).max(LONGEST_VIEW_NAME).meta({ example: 'Unpaid today' });
const few =
  <Value>(most: number) =>
  (record: Readonly<Record<string, Value>>) =>
    Object.keys(record).length <= most;
const word = z.string().regex(/^\w{1,40}$/);

const content = {
  /** The list's part of the page's address: what narrows and sorts it. A usual span of time that was chosen by its name is `time_span`, without its ends. */
  search: z.record(word, z.string().max(200)).refine(few(MOST_FIELDS)),
  /** The columns that differ from the usual, and whether they are shown. */
  columns: z.record(word, z.boolean()).refine(few(MOST_COLUMNS)),
};

const savedView = z.strictObject({
  view_id: z.uuid(),
  name: z.string(),
  ...content,
  /** What the list shows where its address asks for nothing. */
  is_default: z.boolean(),
});

const query = { input: z.strictObject({ list_id: listId }), output: z.strictObject({ list: z.array(savedView) }) };
const add = {
  write: true,
  input: z.strictObject({ list_id: listId, name, ...content, is_default: z.boolean().default(false) }),
  output: savedView,
  errors: ['saved_view_name_taken', 'saved_views_full'],
  fields: { saved_view_name_taken: 'name', saved_views_full: 'name' },
} as const;
const update = {
  write: true,
  input: z.strictObject({
    view_id: z.uuid(),
    name: name.optional(),
    search: content.search.optional(),
    columns: content.columns.optional(),
    is_default: z.boolean().optional(),
  }),
  output: savedView,
  errors: ['not_found', 'saved_view_name_taken'],
  fields: { saved_view_name_taken: 'name' },
} as const;
const remove = { write: true, input: z.strictObject({ view_id: z.uuid() }), output: nothing, errors: ['not_found'] } as const;

const merchant = { caller: 'merchant' } as const;
const staff = { caller: 'staff', permission: 'self.manage' } as const;

export const savedViewQuery = call({
  ...query,
  ...merchant,
  path: '/v1/merchant/saved_view/query',
  summary: "The account's own views of a list, by name",
});
export const savedViewAdd = call({
  ...add,
  ...merchant,
  path: '/v1/merchant/saved_view/add',
  summary: 'Keeps what a list is narrowed and sorted by, and its columns, under a name',
});
export const savedViewUpdate = call({
  ...update,
  ...merchant,
  path: '/v1/merchant/saved_view/update',
  summary: 'Renames a view, changes what it shows, or makes it the one that its list begins with',
});
export const savedViewDelete = call({ ...remove, ...merchant, path: '/v1/merchant/saved_view/delete', summary: 'Deletes a view' });

export const staffSavedViewQuery = call({
  ...query,
  ...staff,
  path: '/v1/operator/saved_view/query',
  summary: "The member's own views of a list, by name",
});
export const staffSavedViewAdd = call({
  ...add,
  ...staff,
  path: '/v1/operator/saved_view/add',
  summary: 'Keeps what a list is narrowed and sorted by, and its columns, under a name',
});
export const staffSavedViewUpdate = call({
  ...update,
  ...staff,
  path: '/v1/operator/saved_view/update',
  summary: 'Renames a view, changes what it shows, or makes it the one that its list begins with',
});
export const staffSavedViewDelete = call({ ...remove, ...staff, path: '/v1/operator/saved_view/delete', summary: 'Deletes a view' });

import {
  MOST_SAVED_VIEWS,
  savedViewAdd,
  savedViewDelete,
  savedViewQuery,
  savedViewUpdate,
  staffSavedViewAdd,
  staffSavedViewDelete,
  staffSavedViewQuery,
  staffSavedViewUpdate,
} from '@purser/contract/features/saved-view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { savedViewRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: savedViewRoutes });
});
afterAll(() => app.close());

const UNKNOWN = '019aae00-0000-7000-8000-000000000000';
const unpaid = {
  list_id: 'recharge-record',
  name: 'Unpaid',
  search: { order_status: 'created', sort_by: 'amount' },
  columns: { nick: true },
};

interface Side {
  readonly query: typeof savedViewQuery;
  readonly add: typeof savedViewAdd;
  readonly update: typeof savedViewUpdate;
  readonly remove: typeof savedViewDelete;
  readonly someone: () => Promise<CallOptions>;
}

const SIDES: [string, Side][] = [
  [
    'a merchant',
    {
      query: savedViewQuery,
      add: savedViewAdd,
      update: savedViewUpdate,
      remove: savedViewDelete,
      someone: async () => ({ token: (await makeMerchant(app)).token }),
    },
  ],
  [
    'a member of staff',
    {
      query: staffSavedViewQuery,
      add: staffSavedViewAdd,
      update: staffSavedViewUpdate,
      remove: staffSavedViewDelete,
      someone: async () => ({ staffToken: (await makeStaff(app, 'auditor')).token }),
    },
  ],
];

describe.each(SIDES)('%s', (_who, { query, add, update, remove, someone }) => {
  it('keeps views of a list under names, and finds them from any session', async () => {
    const me = await someone();
    const kept = dataOf(await app.call(add, unpaid, me));
    expect(kept).toMatchObject({ name: 'Unpaid', search: unpaid.search, columns: unpaid.columns, is_default: false });
    const other = dataOf(await app.call(add, { ...unpaid, name: ' Big ', list_id: 'fund-flow' }, me));
    expect(other.name).toBe('Big');
    expect(dataOf(await app.call(query, { list_id: 'recharge-record' }, me)).list).toEqual([kept]);
    expect(dataOf(await app.call(query, { list_id: 'fund-flow' }, me)).list).toEqual([other]);
  });

  it('renames, changes and deletes one, and leaves what is not named as it was', async () => {
    const me = await someone();
    const { view_id } = dataOf(await app.call(add, unpaid, me));
    expect(dataOf(await app.call(update, { view_id, name: 'Open' }, me))).toMatchObject({ name: 'Open', search: unpaid.search });
    expect(dataOf(await app.call(update, { view_id, search: {}, columns: { nick: false } }, me))).toMatchObject({
      name: 'Open',
      search: {},
      columns: { nick: false },
    });
    expect(await app.call(remove, { view_id }, me)).toMatchObject({ code: 200 });
    expect(dataOf(await app.call(query, { list_id: 'recharge-record' }, me)).list).toEqual([]);
    expect(await app.call(remove, { view_id }, me)).toMatchObject({ code: 404, msg: 'not_found' });
    expect(await app.call(update, { view_id, name: 'Gone' }, me)).toMatchObject({ code: 404, msg: 'not_found' });
  });

  it('has one default for each list: the last that was made it', async () => {
    const me = await someone();
    const first = dataOf(await app.call(add, { ...unpaid, is_default: true }, me));
    const second = dataOf(await app.call(add, { ...unpaid, name: 'Second' }, me));
    await app.call(add, { ...unpaid, list_id: 'fund-flow', is_default: true }, me);
    const defaults = async () =>
      dataOf(await app.call(query, { list_id: 'recharge-record' }, me)).list.flatMap(({ view_id, is_default }) =>
        is_default ? [view_id] : [],
      );
    expect(await defaults()).toEqual([first.view_id]);
    await app.call(update, { view_id: second.view_id, is_default: true }, me);
    expect(await defaults()).toEqual([second.view_id]);
    await app.call(update, { view_id: second.view_id, is_default: false }, me);
    expect(await defaults()).toEqual([]);
  });

  it('refuses a name that the list has already, and more than so many, also from two at once', async () => {
    const me = await someone();
    const { view_id } = dataOf(await app.call(add, unpaid, me));
    expect(await app.call(add, unpaid, me)).toMatchObject({ code: 7460, msg: 'saved_view_name_taken' });
    dataOf(await app.call(add, { ...unpaid, name: 'Other' }, me));
    expect(await app.call(update, { view_id, name: 'Other' }, me)).toMatchObject({ code: 7460 });
    const many = await Promise.all(Array.from({ length: MOST_SAVED_VIEWS }, (_, n) => app.call(add, { ...unpaid, name: `No. ${n}` }, me)));
    expect(many.filter(({ code }) => code === 200)).toHaveLength(MOST_SAVED_VIEWS - 2);
    expect(many.find(({ code }) => code !== 200)).toMatchObject({ code: 7461, msg: 'saved_views_full' });
    expect(await app.call(add, { ...unpaid, list_id: 'fund-flow' }, me)).toMatchObject({ code: 200 });
  });

  it("neither shows nor changes another's", async () => {
    const [me, you] = [await someone(), await someone()];
    const { view_id } = dataOf(await app.call(add, unpaid, me));
    expect(dataOf(await app.call(query, { list_id: 'recharge-record' }, you)).list).toEqual([]);
    expect(await app.call(update, { view_id, name: 'Mine' }, you)).toMatchObject({ msg: 'not_found' });
    expect(await app.call(remove, { view_id }, you)).toMatchObject({ msg: 'not_found' });
  });

  it.each([
    ['list_id', { list_id: '../x' }],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['name', { name: 'a\u202eb' }],
    ['search', { search: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}`, 'x'])) }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const answer = await app.call(add, { ...unpaid, ...wrong }, await someone());
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it('answers nobody without a session', async () => {
    expect(await app.call(update, { view_id: UNKNOWN, name: 'x' })).toMatchObject({ status: 401 });
  });
});

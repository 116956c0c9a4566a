import {
  ledgerAccountExport,
  ledgerAccountQuery,
  ledgerEntryExport,
  ledgerEntryQuery,
  ledgerPostingDetail,
  ledgerPostingExport,
  ledgerPostingQuery,
} from '@purser/contract/features/ledger';
import { transferAdd } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let auditor: TestStaff;
let merchant: TestMerchant;
let other: TestMerchant;
let user: TestUser;
let transfer: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  auditor = await makeStaff(app, 'auditor');
  [merchant, other, user] = [await makeMerchant(app), await makeMerchant(app, { markets: ['USD', 'CNY'] }), await makeUser(app)];
  for (let n = 1; n <= 5; n += 1) await fund(app, merchant.merchant_id, 'USDP', `${n}0.00`);
  await fund(app, user.user_id, 'USDP', '7.00', 'reward');
  for (let n = 0; n < 3; n += 1) {
    const input = { receipt_merchant_id: other.merchant_id, coin_name: 'USDP', amount: '10.00', remark: '' };
    const sent = await app.call(transferAdd, { ...input, google_code: await googleCode(app, merchant) }, { token: merchant.token });
    transfer = dataOf(sent).serial_number;
  }
});
afterAll(() => app.close());

/** Everything that a list has, page by page. */
async function walk<Row>(ask: (cursor?: string) => Promise<{ list: Row[]; next_cursor: string | null }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const { list, next_cursor } = await ask(cursor);
    rows.push(...list);
    if (next_cursor === null) return rows;
    cursor = next_cursor;
  }
}

describe('accounts', () => {
  it("are listed with their balances and whose they are, the provider's own among them", async () => {
    const { list } = dataOf(await auditor.call(ledgerAccountQuery, { owner_id: user.user_id }));
    expect(list.map(({ purpose, available_asset }) => [purpose, available_asset]).toSorted()).toEqual([
      ['main', '0.00'],
      ['reward', '7.00'],
    ]);
    expect(list[0]).toMatchObject({
      owner_name: user.nick,
      owner_kind: 'party',
      coin_name: 'USDP',
      freeze_asset: '0.00',
      pending_asset: '0.00',
    });
    const issued = dataOf(await auditor.call(ledgerAccountQuery, { purpose: 'issuance', coin_name: 'USDP' }));
    expect(issued.list).toMatchObject([{ owner_id: 1, owner_kind: 'provider', owner_name: null, available_asset: '-157.00', entries: 6 }]);
  });

  it('are walked over page by page, each once, whatever narrows them and in either direction', async () => {
    const all = await app.sql<{ key: string; owner_id: string; coin: string }>(
      `select owner_id || ' ' || coin || ' ' || purpose as key, owner_id, coin from ledger.account`,
    );
    const keysOf = (filters: object, sort_order: 'asc' | 'desc' = 'desc') =>
      walk(async (cursor) =>
        dataOf(await auditor.call(ledgerAccountQuery, { ...filters, sort_order, page_size: 7, ...(cursor && { cursor }) })),
      ).then((rows) => rows.map(({ owner_id, coin_name, purpose }) => `${owner_id} ${coin_name} ${purpose}`));
    const expected = (rows: typeof all) => rows.map(({ key }) => key).toSorted();
    const newest = await keysOf({});
    expect(newest.toSorted()).toEqual(expected(all));
    expect(await keysOf({}, 'asc')).toEqual(newest.toReversed());
    expect((await keysOf({ coin_name: 'CNYT' })).toSorted()).toEqual(expected(all.filter(({ coin }) => coin === 'CNYT')));
    expect((await keysOf({ owner_kind: 'party' })).toSorted()).toEqual(expected(all.filter(({ owner_id }) => Number(owner_id) > 128)));
    expect((await keysOf({ owner_kind: 'provider', coin_name: 'USDP' })).toSorted()).toEqual(
      expected(all.filter(({ owner_id, coin }) => Number(owner_id) <= 128 && coin === 'USDP')),
    );
  });

  it.each([
    ['nothing', () => ({})],
    ['owner', () => ({ owner_id: user.user_id })],
    ['coin and kind of owner', () => ({ coin_name: 'USDP', owner_kind: 'provider' as const })],
    ['purpose', () => ({ purpose: 'issuance' })],
    ['time', () => ({ time_to: '2020-01-01T00:00:00Z' })],
  ])('are in their file as the list shows them by %s', async (_, filters) => {
    const rows = await walk(async (cursor) =>
      dataOf(await auditor.call(ledgerAccountQuery, { ...filters(), page_size: 100, ...(cursor && { cursor }) })),
    );
    const file = await exportedFile(app, ledgerAccountExport, { staffToken: auditor.token }, filters());
    expect(file.map((row) => [row['Owner ID'], row.Whose, row.For, row.Coin, row.Available, row.Frozen, row.Total, row.Entries])).toEqual(
      rows.map((row) => [
        String(row.owner_id),
        row.owner_kind === 'provider' ? 'The provider' : 'Merchants and users',
        row.purpose,
        row.coin_name,
        row.available_asset,
        row.freeze_asset,
        row.total_asset,
        String(row.entries),
      ]),
    );
    const noted = await app.sql("select details from audit_log where action = 'list.export' order by sequence");
    expect(noted.at(-1)).toMatchObject({ details: { list: ledgerAccountQuery.path, filters: filters(), rows: rows.length } });
  });

  it('are those of a coin that there is', async () => {
    expect(await auditor.call(ledgerAccountQuery, { coin_name: 'NONE' })).toMatchObject({ msg: 'coin_unknown' });
  });
});

describe('entries', () => {
  it('are those of one owner, with what was before and after, by type and page', async () => {
    const { list, total } = dataOf(await auditor.call(ledgerEntryQuery, { owner_id: merchant.merchant_id, transaction_type: 'transfer' }));
    expect(total).toBe(3);
    expect(
      list.map(({ version, available_before_number, available_after_number }) => [
        version,
        available_before_number,
        available_after_number,
      ]),
    ).toEqual([
      [8, '130.00', '120.00'],
      [7, '140.00', '130.00'],
      [6, '150.00', '140.00'],
    ]);
    const page = dataOf(await auditor.call(ledgerEntryQuery, { owner_id: merchant.merchant_id, page_size: 2, page: 3, sort_order: 'asc' }));
    expect(page.list.map(({ version }) => version)).toEqual([5, 6]);
  });

  it("are the provider's first, unless said otherwise, which have no type to ask by", async () => {
    const { list } = dataOf(await auditor.call(ledgerEntryQuery, { purpose: 'issuance' }));
    expect(list).toHaveLength(6);
    expect(list[0]).toMatchObject({ owner_id: 1, purpose: 'issuance', counterparty: user.user_id, transaction_number: '-7.00' });
    expect(await auditor.call(ledgerEntryQuery, { transaction_type: 'issuance' })).toMatchObject({ msg: 'invalid_input' });
  });

  it.each([
    ['nothing', () => ({})],
    ['owner', () => ({ owner_id: merchant.merchant_id })],
    ['owner and type', () => ({ owner_id: merchant.merchant_id, transaction_type: 'transfer' as const })],
    ['purpose', () => ({ purpose: 'issuance' })],
    ['an owner of reward funds', () => ({ owner_id: user.user_id })],
    ['serial number', () => ({ owner_id: merchant.merchant_id, serial_number: transfer })],
    ['a coin without entries', () => ({ owner_id: merchant.merchant_id, coin_name: 'CNYT' })],
  ])('are in their file as the list shows them by %s', async (_, filters) => {
    const { list } = dataOf(await auditor.call(ledgerEntryQuery, filters()));
    const file = await exportedFile(app, ledgerEntryExport, { staffToken: auditor.token }, filters());
    expect(file.map((row) => [row['Serial number'], row.For, row['Entry number'], row.Change, row['Available after']])).toEqual(
      list.map((row) => [row.serial_number, row.purpose, String(row.version), row.transaction_number, row.available_after_number]),
    );
  });

  it('have no file by a type of the provider, and none for support', async () => {
    const input = { format: 'csv', transaction_type: 'issuance' } as const;
    expect(await auditor.call(ledgerEntryExport, input)).toMatchObject({ msg: 'invalid_input' });
    const support = await makeStaff(app, 'support');
    expect(await support.call(ledgerEntryExport, { format: 'csv' })).toMatchObject({ msg: 'staff_not_allowed' });
  });
});

describe('postings', () => {
  it.each([
    ['nothing', () => ({})],
    ['type', () => ({ transaction_type: 'transfer' as const })],
    ['serial number', () => ({ serial_number: transfer })],
    ['a type that none has', () => ({ transaction_type: 'refund' as const })],
  ])('are in their file as the list shows them by %s', async (_, filters) => {
    const rows = await walk(async (cursor) =>
      dataOf(await auditor.call(ledgerPostingQuery, { ...filters(), page_size: 100, ...(cursor && { cursor }) })),
    );
    const file = await exportedFile(app, ledgerPostingExport, { staffToken: auditor.token }, filters());
    expect(file.map((row) => [row['Posting ID'], row['Serial number'], row.Coin, row.Moved, row['At home with']])).toEqual(
      rows.flatMap(({ posting_id, serial_number, moved, posting_owner_id }) =>
        moved.map(({ amount, coin_name }) => [posting_id, serial_number, coin_name, amount, String(posting_owner_id)]),
      ),
    );
  });

  it('and accounts have no file for support', async () => {
    const support = await makeStaff(app, 'support');
    for (const call of [ledgerPostingExport, ledgerAccountExport])
      expect(await support.call(call, { format: 'csv' })).toMatchObject({ msg: 'staff_not_allowed' });
  });

  it('are walked over newest first, each once, by type, time and number', async () => {
    const stored = await app.sql<{ posting_id: string; type: string; posted_at: Date }>(
      'select posting_id, type, posted_at from ledger.posting order by posted_at desc, owner_id desc, posting_id desc',
    );
    const idsOf = (filters: object, sort_order: 'asc' | 'desc' = 'desc') =>
      walk(async (cursor) =>
        dataOf(await auditor.call(ledgerPostingQuery, { ...filters, sort_order, page_size: 2, ...(cursor && { cursor }) })),
      ).then((rows) => rows.map(({ posting_id }) => posting_id));
    const expected = (rows: typeof stored) => rows.map(({ posting_id }) => posting_id);
    expect(stored).toHaveLength(9);
    expect(await idsOf({})).toEqual(expected(stored));
    expect(await idsOf({}, 'asc')).toEqual(expected(stored).toReversed());
    expect(await idsOf({ transaction_type: 'transfer' })).toEqual(expected(stored.filter(({ type }) => type === 'transfer')));
    const time_from = new Date((stored[4]?.posted_at.getTime() ?? 0) + 1).toISOString();
    expect(await idsOf({ time_from })).toEqual(expected(stored.filter(({ posted_at }) => posted_at >= new Date(time_from))));
    const page = dataOf(await auditor.call(ledgerPostingQuery, { page: 2, page_size: 4 }));
    expect(page.list.map(({ posting_id }) => posting_id)).toEqual(expected(stored.slice(4, 8)));
    expect(page).toMatchObject({ total: 9, total_is_exact: true });
    const one = page.list[0];
    const found = dataOf(await auditor.call(ledgerPostingQuery, { serial_number: one?.serial_number }));
    expect(found.list).toEqual([one]);
    expect(dataOf(await auditor.call(ledgerPostingQuery, { serial_number: 'NONE' })).list).toEqual([]);
  });

  it('say what they moved, and whole what they did to each account', async () => {
    const [posting] = dataOf(await auditor.call(ledgerPostingQuery, { transaction_type: 'transfer', page_size: 1 })).list;
    expect(posting?.moved).toEqual([{ coin_name: 'USDP', amount: '10.00' }]);
    const asked = { posting_owner_id: posting?.posting_owner_id ?? 0, posting_id: posting?.posting_id ?? '' };
    const whole = dataOf(await auditor.call(ledgerPostingDetail, asked));
    expect(whole.mac_state).toBe('valid');
    expect(whole.entries.map(({ owner_name, transaction_number, charge }) => [owner_name, transaction_number, charge])).toEqual([
      [null, '0.01', '0.00'],
      [merchant.name, '-10.00', '0.00'],
      [other.name, '9.99', '0.01'],
    ]);
    expect(await auditor.call(ledgerPostingDetail, { ...asked, posting_owner_id: 1 })).toMatchObject({ msg: 'not_found' });
  });

  it('show that somebody changed what they did', async () => {
    const [posting] = dataOf(await auditor.call(ledgerPostingQuery, { transaction_type: 'issuance', page_size: 1 })).list;
    const asked = { posting_owner_id: posting?.posting_owner_id ?? 0, posting_id: posting?.posting_id ?? '' };
    await app.sql('update ledger.entry set available_after = available_after + 1 where posting_id = $1 and owner_id <> 1', [
      asked.posting_id,
    ]);
    expect(dataOf(await auditor.call(ledgerPostingDetail, asked))).toMatchObject({ mac_state: 'invalid' });
  });
});

it('is not for support, who have nothing to do with the ledger', async () => {
  const support = await makeStaff(app, 'support');
  for (const call of [ledgerAccountQuery, ledgerEntryQuery, ledgerPostingQuery]) {
    expect(await support.call(call, {})).toMatchObject({ msg: 'staff_not_allowed' });
  }
});

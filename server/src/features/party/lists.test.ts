import { partyMerchantExport, partyMerchantQuery, partyUserExport, partyUserQuery } from '@purser/contract/features/party';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCursor } from '../../platform/lists/cursor.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { partyRoutes } from './routes.ts';

let app: TestApp;
let support: TestStaff;
let auditor: TestStaff;
let shops: TestMerchant[];
let agent: TestUser;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: partyRoutes });
  [support, auditor] = [await makeStaff(app, 'support'), await makeStaff(app, 'auditor')];
  shops = [
    await makeMerchant(app, { name: 'Café Đồng 100%', username: 'cafe', markets: ['USD', 'CNY'] }),
    await makeMerchant(app, { name: 'Book Store', username: 'books', status: 'suspended' }),
    await makeMerchant(app, { name: 'Tea House 小茶馆', username: 'tea', authentication_status: 'pending' }),
  ];
  agent = await makeUser(app, { nick: 'An Agent', kind: 'agent', phone: '+84912345678', email: 'An@Example.com' });
  payer = await makeUser(app, { nick: 'Bo', status: 'suspended' });
});
afterAll(() => app.close());

describe("staff's list of merchants", () => {
  it.each([
    ['number', () => ({ merchant_id: shops[1]?.merchant_id }), ['Book Store']],
    ['username', () => ({ username: 'TEA' }), ['Tea House 小茶馆']],
    ['part of the name', () => ({ part: 'ook sTo' }), ['Book Store']],
    ['part of the name without its accents', () => ({ part: 'cafe dong' }), ['Café Đồng 100%']],
    ['part of the name with other accents', () => ({ part: 'ĐỔNG' }), ['Café Đồng 100%']],
    ['part of a Chinese name', () => ({ part: '茶馆' }), ['Tea House 小茶馆']],
    ['one Chinese character', () => ({ part: '茶' }), ['Tea House 小茶馆']],
    ['characters in another order', () => ({ part: '馆茶' }), []],
    ['part of the login name', () => ({ part: 'ook' }), ['Book Store']],
    ['part of the number', () => ({ part: String(shops[1]?.merchant_id).slice(-3) }), ['Book Store']],
    ['one letter, which begins a word', () => ({ part: 'h' }), ['Tea House 小茶馆']],
    ['one letter, which begins no word', () => ({ part: 'k' }), []],
    ['part of the name that is no pattern', () => ({ part: '0%' }), ['Café Đồng 100%']],
    ['part of a name that nobody has', () => ({ part: '_' }), []],
    ['a backslash', () => ({ part: '\\' }), []],
    ['status', () => ({ status: 'suspended' as const }), ['Book Store']],
    ['identity', () => ({ authentication_status: 'pending' as const }), ['Tea House 小茶馆']],
    ['nothing, newest first', () => ({}), ['Tea House 小茶馆', 'Book Store', 'Café Đồng 100%']],
  ])('finds by %s', async (_by, filter, names) => {
    const { list, total } = dataOf(await support.call(partyMerchantQuery, filter()));
    expect(list.map(({ name }) => name)).toEqual(names);
    expect(total).toBe(names.length);
  });

  it('says what staff may know and no secret', async () => {
    const { list } = dataOf(await auditor.call(partyMerchantQuery, { username: 'cafe' }));
    expect(list).toEqual([
      {
        merchant_id: shops[0]?.merchant_id,
        name: 'Café Đồng 100%',
        username: 'cafe',
        status: 'normal',
        authentication_status: 'approved',
        set_up: 'done',
        markets: ['USD', 'CNY'],
        login_ip: null,
        login_time: null,
        create_time: expect.any(String),
      },
    ]);
  });

  it('goes on where a page ended, in both directions', async () => {
    for (const sort_order of ['asc', 'desc'] as const) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = dataOf(await support.call(partyMerchantQuery, { page_size: 1, sort_order, ...(cursor && { cursor }) }));
        seen.push(...page.list.map(({ merchant_id }) => merchant_id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      const all = shops.map(({ merchant_id }) => merchant_id);
      expect(seen).toEqual(sort_order === 'asc' ? all : all.toReversed());
    }
  });

  it('refuses a place that is no number', async () => {
    const cursor = writeCursor(`${partyMerchantQuery.path} create_time.desc`, ['2026-11-21T08:00:00.000000Z', 'ten']);
    expect(await support.call(partyMerchantQuery, { cursor })).toMatchObject({ code: 400, msg: 'invalid_input' });
  });

  it('is not for merchants', async () => {
    expect(await app.call(partyMerchantQuery, {}, { token: shops[0]?.token })).toMatchObject({ msg: 'unauthenticated' });
  });
});

describe("staff's list of wallet users", () => {
  it.each([
    ['number', () => ({ user_id: payer.user_id }), ['Bo']],
    ['username', () => ({ username: agent.username }), ['An Agent']],
    ['phone', () => ({ phone: '+84912345678' }), ['An Agent']],
    ['e-mail as it was typed', () => ({ email: 'An@Example.com' }), ['An Agent']],
    ['e-mail in letters of another case', () => ({ email: 'an@EXAMPLE.com' }), ['An Agent']],
    ['e-mail that nobody has', () => ({ email: 'bo@example.com' }), []],
    ['part of the name', () => ({ part: 'n aGEN' }), ['An Agent']],
    ['part of the login name', () => ({ part: agent.username.slice(2) }), ['An Agent']],
    ['part of the number', () => ({ part: String(payer.user_id).slice(1) }), ['Bo']],
    ['part of the phone', () => ({ part: '3456' }), ['An Agent']],
    ['part of the phone as people write it', () => ({ part: '0912 345-678' }), ['An Agent']],
    ['part of the e-mail', () => ({ part: '@EXAMPLE' }), ['An Agent']],
    ['two parts that are of different texts', () => ({ part: 'an@example.com +84' }), []],
    ['kind', () => ({ kind: 'agent' as const }), ['An Agent']],
    ['status', () => ({ status: 'suspended' as const }), ['Bo']],
    ['identity', () => ({ authentication_status: 'approved' as const }), []],
    ['nothing, newest first', () => ({}), ['Bo', 'An Agent']],
  ])('finds by %s', async (_by, filter, nicks) => {
    const { list, total } = dataOf(await support.call(partyUserQuery, filter()));
    expect(list.map(({ nick }) => nick)).toEqual(nicks);
    expect(total).toBe(nicks.length);
  });

  it('finds nobody by a part of what the role sees in part only', async () => {
    for (const part of ['3456', 'n@exam', '0912345678']) {
      expect(dataOf(await support.call(partyUserQuery, { part })).list).toHaveLength(1);
      expect(dataOf(await auditor.call(partyUserQuery, { part })).list).toEqual([]);
    }
    expect(dataOf(await auditor.call(partyUserQuery, { part: 'agent' })).list).toHaveLength(1);
  });

  it('looks for a whole phone number or address for nobody who sees it in part only, in a file neither', async () => {
    for (const filter of [{ phone: '+84912345678' }, { email: 'an@example.com' }]) {
      expect(dataOf(await support.call(partyUserQuery, filter)).list).toHaveLength(1);
      expect(await auditor.call(partyUserQuery, filter)).toMatchObject({ msg: 'staff_not_allowed' });
      expect(await app.send(partyUserExport, { format: 'csv', ...filter }, { staffToken: auditor.token })).toMatchObject({
        msg: 'staff_not_allowed',
      });
    }
  });

  it('shows phone and e-mail whole to who helps people, and in part to who only looks', async () => {
    const seenBy = async (member: TestStaff) => dataOf(await member.call(partyUserQuery, { user_id: agent.user_id })).list[0];
    expect(await seenBy(support)).toMatchObject({ phone: '+84912345678', email: 'An@Example.com' });
    expect(await seenBy(auditor)).toMatchObject({ phone: '+84••••78', email: 'A••••@Example.com' });
    const { list } = dataOf(await auditor.call(partyUserQuery, { user_id: payer.user_id }));
    expect(list[0]).toMatchObject({ phone: null, email: null });
    expect(Object.keys(list[0] ?? {}).join()).not.toMatch(/password|secret/);
  });
});

describe('the files of merchants and wallet users', () => {
  it('have what the lists show, in words and without formulas', async () => {
    const shop = await makeMerchant(app, { name: '=cmd()', status: 'suspended' });
    const by = { staffToken: support.token };
    const suspended = await exportedFile(app, partyMerchantExport, by, { status: 'suspended' });
    expect(suspended.map((row) => [row['Merchant ID'], row['Merchant name'], row.Status])).toEqual([
      [String(shop.merchant_id), "'=cmd()", 'Suspended'],
      [String(shops[1]?.merchant_id), 'Book Store', 'Suspended'],
    ]);
    const [cafe] = await exportedFile(app, partyMerchantExport, by, { part: 'cafe dong' });
    expect(cafe).toMatchObject({ 'Login name': 'cafe', Markets: 'USD,CNY', 'Set-up': 'Set up' });
    expect((await exportedFile(app, partyUserExport, by)).map((row) => row['User nickname'])).toEqual(['Bo', 'An Agent']);
  });

  it('have phone and e-mail whole for who helps people, and in part for who only looks, who finds nobody by the rest', async () => {
    const seenBy = (member: TestStaff, part: string) => exportedFile(app, partyUserExport, { staffToken: member.token }, { part });
    expect(await seenBy(support, '3456')).toMatchObject([{ Phone: "'+84912345678", 'E-mail': 'An@Example.com', Kind: 'Agent' }]);
    expect(await seenBy(auditor, 'agent')).toMatchObject([{ Phone: "'+84••••78", 'E-mail': 'A••••@Example.com' }]);
    expect(await seenBy(auditor, '3456')).toEqual([]);
  });

  it('stand in the log of the provider: who took which, under which filters, with how many rows, and nothing that names a person', async () => {
    await exportedFile(app, partyUserExport, { staffToken: support.token }, { kind: 'agent', phone: '+84912345678' });
    const entries = await app.sql("select actor, actor_kind, owner_id::int, details from audit_log where action = 'list.export'");
    const details = { list: partyUserQuery.path, format: 'csv', filters: { kind: 'agent', phone: '…' }, rows: 1 };
    expect(entries.at(-1)).toMatchObject({ actor: String(support.staffId), actor_kind: 'operator', owner_id: 1, details });
    expect(JSON.stringify(entries)).not.toContain('84912345678');
  });

  it('are for staff only', async () => {
    for (const call of [partyMerchantExport, partyUserExport])
      expect(await app.call(call, { format: 'csv' }, { token: shops[0]?.token })).toMatchObject({ msg: 'unauthenticated' });
  });
});

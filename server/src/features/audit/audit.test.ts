import { type Act, isAct } from '@purser/contract/acts';
import { auditExport, auditQuery, auditVerify } from '@purser/contract/features/audit';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import pg from 'pg';
import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { audit, type AuditEntry } from '../../platform/proof/audit.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { untilWaiting } from '../../platform/testing/lock-waits.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let auditor: TestStaff;
let shop: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [auditor, shop] = [await makeStaff(app, 'auditor'), await makeMerchant(app)];
  // First the provider's: of entries of the same millisecond those of the lower owner count as the earlier ones.
  await note(PROVIDER_OWNER_ID, '1002', 'login', { n: 0, formula: '=1+1' });
  for (let n = 1; n <= 5; n += 1) await note(shop.merchant_id, '1001', 'party.suspend', { n, request_id: `request-${n}` });
});
afterAll(() => app.close());

const note = (ownerId: number, actor: string, action: Act, details: object) =>
  app.platform.db.systemTransaction((tx) =>
    audit(tx, app.platform.secrets, { ownerId, actorKind: 'operator', actor, action, details: { ...details }, ip: '203.0.113.1' }),
  );
const ask = async (filters: object = {}) => dataOf(await auditor.call(auditQuery, filters));
const exported = (filters: object) => {
  const payload = JSON.stringify({ format: 'csv', ...filters });
  const headers = headersOf(auditExport, payload, { staffToken: auditor.token });
  return app.fastify.inject({ method: 'POST', url: auditExport.path, headers, payload });
};
const numbers = (list: readonly { details: string }[]) => list.map(({ details }) => (JSON.parse(details) as { n: number }).n);

describe('the audit log', () => {
  it('lists the entries of all owners, the newest first, page by page', async () => {
    const first = await ask({ page_size: 4 });
    expect(numbers(first.list)).toEqual([5, 4, 3, 2]);
    expect(first).toMatchObject({ total: 6, total_is_exact: true });
    const second = await ask({ page_size: 4, cursor: first.next_cursor });
    expect([numbers(second.list), second.next_cursor]).toEqual([[1, 0], null]);
    expect(second.list[1]).toMatchObject({
      owner_id: 1,
      sequence: 1,
      actor_kind: 'operator',
      actor: '1002',
      action: 'login',
      act: 'login',
      ip: '203.0.113.1',
    });
    expect(numbers((await ask({ sort_order: 'asc', page_size: 2, page: 2 })).list)).toEqual([2, 3]);
    expect(await auditor.call(auditQuery, { cursor: 'x' })).toMatchObject({ msg: 'invalid_input' });
  });

  it.each([
    ['owner', () => ({ owner_id: shop.merchant_id }), [5, 4, 3, 2, 1]],
    ['actor', () => ({ actor: '1002' }), [0]],
    ['kind of actor', () => ({ actor_kind: 'merchant' }), []],
    ['act', () => ({ action: 'login' }), [0]],
    ['request', () => ({ request_id: 'request-3' }), [3]],
    ['owner and request', () => ({ owner_id: PROVIDER_OWNER_ID, request_id: 'request-3' }), []],
    ['time', () => ({ time_to: '2020-01-01T00:00:00Z' }), []],
  ] as const)('is narrowed by %s', async (_, filters, wanted) => {
    expect(numbers((await ask(filters())).list)).toEqual(wanted);
  });

  it('is exported as it is filtered, safe from formulas', async () => {
    const file = await exported({ action: 'login' });
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="audit-log/);
    const [titles, ...rows] = readCsv(file.body);
    expect(titles).toEqual([
      '\ufeffCreated (UTC)',
      'About',
      'Number',
      'Who',
      'By',
      'Member of staff',
      'Act',
      'Code of the act',
      'Details',
      'IP',
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual(expect.arrayContaining(['Staff', '1002', 'Logged in', 'login']));
  });
});

describe('who acted', () => {
  it('is named where it is a member of staff, in the list and in the file', async () => {
    const other = await makeMerchant(app);
    const ada = await makeStaff(app, 'admin', { name: 'Ada Admin' });
    await note(other.merchant_id, String(ada.staffId), 'party.suspend', {});
    await note(other.merchant_id, '999999', 'party.suspend', {});
    // A merchant may have the same number.
    const entry = { ownerId: other.merchant_id, actor: String(ada.staffId), details: {}, ip: null };
    await app.platform.db.systemTransaction((tx) => audit(tx, app.platform.secrets, { ...entry, actorKind: 'merchant', action: 'login' }));
    const { list } = await ask({ owner_id: other.merchant_id, sort_order: 'asc' });
    expect(list.map(({ actor, actor_name }) => [actor, actor_name])).toEqual([
      [String(ada.staffId), 'Ada Admin'],
      ['999999', ''],
      [String(ada.staffId), ''],
    ]);
    const [, ...rows] = readCsv((await exported({ owner_id: other.merchant_id })).body);
    expect(rows.map((row) => row[5])).toEqual(['', '', 'Ada Admin']);
  });

  it('is looked up once for a page', async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    try {
      expect((await ask()).list.length).toBeGreaterThan(5);
      const texts = spy.mock.calls.map(([asked]) => (typeof asked === 'string' ? asked : String((asked as { text?: string }).text)));
      expect(texts.filter((text) => text.includes('name from staff where'))).toHaveLength(1);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('an act', () => {
  it('that has no name in the contract is nothing that can be noted', () => {
    const entry = { ownerId: PROVIDER_OWNER_ID, actorKind: 'system', actor: '', details: {}, ip: null } as const;
    // @ts-expect-error nobody has named it
    expectTypeOf({ ...entry, action: 'staff.applaud' } as const).toExtend<AuditEntry>();
    expectTypeOf({ ...entry, action: 'staff.invite' } as const).toExtend<AuditEntry>();
  });

  it('is written nowhere but under a name of the contract', async () => {
    const found = new Set<string>();
    for await (const file of glob('server/src/**/*.ts', { exclude: (name) => name.includes('test') })) {
      for (const [, act = ''] of (await readFile(file, 'utf8')).matchAll(/\baction: '([a-z_.]+)'/g)) found.add(act);
    }
    expect([...found].filter((act) => !isAct(act))).toEqual([]);
    expect(found.size).toBeGreaterThan(100);
  });

  it('that an earlier version noted as an approval, and that only was entered for a second person, is told as that', async () => {
    const other = await makeMerchant(app);
    for (const details of [
      { done: ['W1'], entered: ['W2'] },
      { done: [], entered: ['W3'] },
      { done: [], entered: [] },
    ])
      await note(other.merchant_id, '1001', 'review.approve', details);
    const told = (await ask({ owner_id: other.merchant_id })).list.map(({ action, act }) => `${action} ${act}`);
    expect(told).toEqual(['review.approve review.approve', 'review.approve approval.enter', 'review.approve review.approve']);
  });

  it('that another version wrote is told by its code', async () => {
    const other = await makeMerchant(app);
    await note(other.merchant_id, '1001', 'staff.applaud' as Act, {});
    expect((await ask({ owner_id: other.merchant_id })).list).toMatchObject([{ action: 'staff.applaud', act: null }]);
    expect(await auditor.call(auditQuery, { action: 'staff.applaud' as Act })).toMatchObject({ msg: 'invalid_input' });
    const [, row] = readCsv((await exported({ owner_id: other.merchant_id })).body);
    expect(row?.slice(6, 8)).toEqual(['', 'staff.applaud']);
  });
});

describe('the chains', () => {
  it('are whole, until somebody changes an entry', async () => {
    const whole = dataOf(await auditor.call(auditVerify, {}));
    expect(whole).toMatchObject({ complete: true, breaks: [], verified_by: auditor.staffId });
    expect(whole.entries).toBeGreaterThanOrEqual(6);
    await app.sql(`update audit_log set actor = '1009' where owner_id = $1 and sequence = 2`, [shop.merchant_id]);
    const { breaks } = dataOf(await auditor.call(auditVerify, {}));
    expect(breaks).toEqual([{ where: `audit entry ${shop.merchant_id} 2`, found: 'party.suspend by operator 1009 was not written so' }]);
    await app.sql(`update audit_log set actor = '1001' where owner_id = $1 and sequence = 2`, [shop.merchant_id]);
    expect(dataOf(await auditor.call(auditVerify, {})).breaks).toEqual([]);
  });

  it('are verified once at a time, and leave the connection as it was', async () => {
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    await holder.query('begin; lock table audit_log in access exclusive mode');
    const first = auditor.call(auditVerify, {});
    await untilWaiting(app);
    expect(await auditor.call(auditVerify, {})).toMatchObject({ status: 429, msg: 'busy' });
    await holder.end();
    expect(await first).toMatchObject({ msg: 'ok' });
    expect(await auditor.call(auditVerify, {})).toMatchObject({ msg: 'ok' });
    const { rows } = await app.platform.operator.db.system.query(`select current_setting('default_transaction_read_only') as read_only`);
    expect(rows).toEqual([{ read_only: 'off' }]);
  });
});

it('tells where a link was sent in part to who only looks, and whole to an admin, in a file as well', async () => {
  const [other, admin] = [await makeMerchant(app), await makeStaff(app, 'admin')];
  await note(other.merchant_id, '1002', 'member.invite', { user: 'anna', mail: 'anna.secret@example.com' });
  const of = { owner_id: other.merchant_id };
  const seen = async (by: TestStaff) => dataOf(await by.call(auditQuery, of)).list.map(({ details }) => JSON.parse(details) as object);
  expect(await seen(auditor)).toEqual([{ user: 'anna', mail: 'a••••@example.com' }]);
  expect((await exported(of)).body).toContain('a••••@example.com');
  expect((await exported(of)).body).not.toContain('anna.secret');
  expect(await seen(admin)).toEqual([{ user: 'anna', mail: 'anna.secret@example.com' }]);
});

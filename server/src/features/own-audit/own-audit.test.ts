import { type Act, OWN_ACTS } from '@purser/contract/acts';
import { accessKeyAdd } from '@purser/contract/features/access-key';
import { merchantSessionEndOthers } from '@purser/contract/features/account-security';
import { ownAuditExport, ownAuditQuery } from '@purser/contract/features/own-audit';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { audit, type AuditEntry } from '../../platform/proof/audit.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { signInAs } from '../auth/testing/sign-in.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
beforeEach(async () => {
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const ask = async (filters: object = {}, { token } = merchant) => dataOf(await app.call(ownAuditQuery, filters, { token }));
const acts = async (filters: object = {}) => (await ask(filters)).list.map(({ act }) => act);
const note = (entry: Partial<AuditEntry>) =>
  app.platform.db.systemTransaction((tx) =>
    audit(tx, app.platform.secrets, {
      ownerId: merchant.merchant_id,
      actorKind: 'merchant',
      actor: String(merchant.merchant_id),
      action: 'login',
      details: {},
      ip: '203.0.113.7',
      ...entry,
    }),
  );
const byStaff = (action: Act, details: object = {}) =>
  note({ actorKind: 'operator', actor: '1001', action, details: { ...details, reason: 'Seen with fraud desk', request_id: 'r-1' } });

describe('the audit trail', () => {
  it('tells who did what, to what, from where and with what', async () => {
    await signInAs(app, merchant, { ip: '203.0.113.7', headers: { 'user-agent': CHROME } });
    const done = await app.call(
      accessKeyAdd,
      { ip_permission: ['198.51.100.4'], google_code: await googleCode(app, merchant) },
      { token: merchant.token, headers: { 'user-agent': CHROME } },
    );
    const { access_key } = dataOf(done);
    expect((await ask()).list).toMatchObject([
      { act: 'access_key.add', act_kind: 'access_key', actor_kind: 'merchant', device: 'Chrome, Windows', user_agent: CHROME },
      { act: 'login', act_kind: 'login', actor: merchant.username, ip: '203.0.113.7', device: 'Chrome, Windows', entry_number: '1' },
    ]);
    expect((await ask()).list[0]?.subject.split(', ')).toEqual(expect.arrayContaining([access_key, '198.51.100.4']));
  });

  it('is page by page, by kind of act, by time and by number, in either order', async () => {
    for (let n = 1; n <= 3; n += 1) {
      await note({ details: { file_id: `f${n}` }, action: 'file.upload' });
      await note({ details: { order_no: `W${n}` }, action: 'fiat_withdrawal.add' });
    }
    const subjects = async (filters: object) => (await ask(filters)).list.map(({ subject }) => subject);
    const first = await ask({ page_size: 4 });
    expect(first.list.map(({ subject }) => subject)).toEqual(['W3', 'f3', 'W2', 'f2']);
    expect(first).toMatchObject({ total: 6, total_is_exact: true });
    expect(await subjects({ page_size: 4, cursor: first.next_cursor })).toEqual(['W1', 'f1']);
    expect(await subjects({ page_size: 2, page: 2, sort_order: 'asc' })).toEqual(['f2', 'W2']);
    const ofKind = await ask({ act_kind: 'withdrawal', page_size: 2 });
    expect(ofKind.list.map(({ subject }) => subject)).toEqual(['W3', 'W2']);
    expect(ofKind.total).toBe(3);
    expect(await subjects({ act_kind: 'withdrawal', page_size: 2, cursor: ofKind.next_cursor })).toEqual(['W1']);
    expect(await subjects({ act_kind: 'withdrawal', page_size: 2, page: 2 })).toEqual(['W1']);
    expect(await subjects({ act_kind: 'password' })).toEqual([]);
    expect(await subjects({ entry_number: '4' })).toEqual(['W2']);
    // Several may have come within the same millisecond.
    const create_time = first.list[1]?.create_time ?? '';
    const since = (await ask()).list.filter((entry) => entry.create_time >= create_time);
    expect(await subjects({ time_from: create_time })).toEqual(since.map(({ subject }) => subject));
    expect(await subjects({ time_to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await app.call(ownAuditQuery, { cursor: 'x' }, { token: merchant.token })).toMatchObject({ msg: 'invalid_input' });
  });

  it('is exported as it is filtered, in words', async () => {
    await note({ action: 'password.change' });
    await note({ action: 'white_list.add', details: { ip: '203.0.113.0/24', remark: '=1+1' } });
    const payload = JSON.stringify({ format: 'csv', act_kind: 'white_list' });
    const headers = headersOf(ownAuditExport, payload, { token: merchant.token });
    const file = await app.fastify.inject({ method: 'POST', url: ownAuditExport.path, headers, payload });
    const [, ...rows] = readCsv(file.body);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual(expect.arrayContaining(['White list', 'Added to the white list', 'Merchant', '203.0.113.0/24, =1+1']));
  });
});

describe('what is not the merchant’s business', () => {
  it('another merchant’s entries, and those of the provider, are never seen', async () => {
    const other = await makeMerchant(app);
    for (const ownerId of [other.merchant_id, PROVIDER_OWNER_ID, merchant.merchant_id + 40_000_000]) await note({ ownerId });
    expect(await ask()).toMatchObject({ list: [], total: 0 });
    await note({ action: 'password.change' });
    expect((await ask({}, other)).list.map(({ act }) => act)).toEqual(['login']);
    const { rows } = await app.platform.db.scoped(merchant.merchant_id, (tx) =>
      tx.query(`select act from own_audit(null, null, null, null, null, null, true, 0, 100)`),
    );
    expect(rows).toEqual([{ act: 'password.change' }]);
    const asSystem = app.platform.db.systemTransaction((tx) =>
      tx.query('select * from own_audit(null, null, null, null, null, null, true, 0, 100)'),
    );
    await expect(asSystem).rejects.toThrow('an audit trail is of one owner');
  });

  it('what staff do among themselves is not seen; of what they do to the account neither who, nor from where, nor their notes', async () => {
    const hidden = ['identity.view', 'payment_method.show_number', 'approval.enter', 'approval.reject', 'approval.withdraw', 'no.such_act'];
    for (const action of hidden) await byStaff(action as Act);
    // What a merchant does itself, staff's hand makes nobody's business but theirs.
    await byStaff('password.change');
    await byStaff('review.approve', { done: [], entered: ['W1'] });
    expect(await ask()).toMatchObject({ list: [], total: 0 });
    // What would name the thing in an entry of the merchant's own.
    await byStaff('party.suspend', { mail: 'ann@example.com', remark: 'Too many complaints', amount: '5.00' });
    await byStaff('review.reject', { done: ['W2', 'W3'], entered: [] });
    await byStaff('approval.approve', { approval_id: 'a-1', kind: 'party.reset_authenticator', content_hash: 'ff' });
    await note({ actorKind: 'system', actor: 'retention', action: 'identity.erase', details: { submission_id: 's-1' }, ip: null });
    const { list } = await ask();
    expect(list.map(({ act, actor_kind, subject }) => [act, actor_kind, subject])).toEqual([
      ['identity.erase', 'system', ''],
      ['party.reset_authenticator', 'operator', ''],
      ['review.reject', 'operator', 'W2, W3'],
      ['party.suspend', 'operator', ''],
    ]);
    for (const entry of list) expect(entry).toMatchObject({ actor: '', ip: null, user_agent: '' });
    expect(JSON.stringify(list)).not.toMatch(/fraud|1001|r-1|a-1|retention/);
    expect(await acts({ act_kind: 'authenticator' })).toEqual(['party.reset_authenticator']);
  });

  it('of the merchant’s own acts only what is listed is shown', async () => {
    await note({ action: 'merchant.set_up', details: { request_id: 'r-2', made_by: '1001', invented: 'x' } });
    expect((await ask()).list).toMatchObject([{ act: 'merchant.set_up', subject: '' }]);
  });
});

it('the open pages are told', async () => {
  const [before] = await app.sql('select count(*)::int as n from change where note like $1', [`%${merchant.merchant_id},["own_audit"]%`]);
  await app.call(merchantSessionEndOthers, {}, { token: merchant.token });
  const [after] = await app.sql('select count(*)::int as n from change where note like $1', [`%${merchant.merchant_id},["own_audit"]%`]);
  expect([before, after]).toEqual([{ n: 0 }, { n: 1 }]);
});

describe('the acts', () => {
  it('are those that the database knows, in the same kinds', async () => {
    const rows = await app.sql<{ kind: string; act: string }>('select kind, act from own_acts()');
    const known = rows.map(({ kind, act }) => `${kind} ${act}`).toSorted();
    expect(known).toEqual(
      Object.entries(OWN_ACTS)
        .flatMap(([kind, ofKind]) => ofKind.map((act) => `${kind} ${act}`))
        .toSorted(),
    );
    expect(new Set(rows.map(({ act }) => act)).size).toBe(rows.length);
  });
});

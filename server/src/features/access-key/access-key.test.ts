import { OUTCOMES } from '@purser/contract/errors';
import { accessKeyAdd, accessKeyDelete, accessKeyDetail, accessKeyUpdate } from '@purser/contract/features/access-key';
import { openOrderQuery } from '@purser/contract/features/open-order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { signedRoute } from '../../platform/http/route.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accessKeyRoutes } from './routes.ts';

let app: TestApp;

/** A signed call that gets past the signature and then finds no order: what a working key looks like from outside. */
const signedProbe = signedRoute(openOrderQuery, async () => {
  throw refuse('order_unknown');
});

beforeAll(async () => {
  app = await createTestApp({ routes: (platform: Platform) => [...accessKeyRoutes(platform), signedProbe] });
});
afterAll(() => app.close());

type Key = { access_key: string; secret: string };

async function addKey(merchant: TestMerchant, ip_permission: string[] = []) {
  const { token } = merchant;
  const key = dataOf(await app.call(accessKeyAdd, { ip_permission, google_code: await googleCode(app, merchant) }, { token }));
  return { ...key, secret: key.secret ?? '' };
}

function probe(key: Key, ip = '203.0.113.7') {
  return app.call(openOrderQuery, { order_id: 'A-1' }, { signedWith: key, ip });
}

const actionsOf = async (merchant: TestMerchant) =>
  app.sql('select action, actor, details, ip from audit_log where owner_id = $1 order by sequence', [merchant.merchant_id]);

describe('adding a key', () => {
  it('shows the secret in this answer and never again, and the key signs requests from then on', async () => {
    const merchant = await makeMerchant(app);
    const { secret, ...key } = await addKey(merchant, ['203.0.113.0/24', '2001:DB8::1']);
    expect(key).toMatchObject({ ip_permission: ['203.0.113.0/24', '2001:db8::1'], last_used_time: null });
    expect(key.access_key).toMatch(new RegExp(`^pk_${merchant.merchant_id.toString(36)}_[0-9a-f]{24}$`));
    expect(secret).toMatch(/^sk_[\w-]{43}$/);
    expect(await app.call(accessKeyDetail, {}, { token: merchant.token })).toMatchObject({ data: { list: [key], kyc_completed: true } });
    expect(await probe({ ...key, secret })).toMatchObject({ msg: 'order_unknown' });
    expect(await probe({ ...key, secret }, '198.51.100.1')).toMatchObject({ status: 403, msg: 'key_ip_refused' });
    expect(await probe({ ...key, secret: `${secret}x` })).toMatchObject({ status: 401, msg: 'signature_wrong' });
  });

  it('keeps the secret nowhere in clear, not even for a repeated request', async () => {
    const merchant = await makeMerchant(app);
    const options = { token: merchant.token, idempotencyKey: 'add-1' };
    const input = { google_code: await googleCode(app, merchant) };
    const { secret } = dataOf(await app.call(accessKeyAdd, input, options));
    const rows = await app.sql(
      'select row_to_json(k)::text as row from access_key k union all select row_to_json(i)::text from idempotency_key i',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const [kept] = await app.sql('select answer from idempotency_key where owner_id = $1', [merchant.merchant_id]);
    expect(kept).not.toHaveProperty('answer.secret');
    expect(JSON.stringify(rows)).not.toContain(
      Buffer.from(secret ?? '')
        .toString('base64')
        .slice(4, 40),
    );
    expect(JSON.stringify(await actionsOf(merchant))).not.toContain(secret);
  });

  it('gives the first answer again to the same idempotency key, and refuses other content under it', async () => {
    const merchant = await makeMerchant(app);
    const options = { token: merchant.token, idempotencyKey: 'add-2' };
    const input = { google_code: await googleCode(app, merchant) };
    const first = await app.call(accessKeyAdd, input, options);
    const again = await app.call(accessKeyAdd, input, options);
    // The secret was in the first answer and nowhere else.
    expect(again).toMatchObject({ code: OUTCOMES.already_done.code, msg: 'already_done', data: { ...first.data, secret: null } });
    const other = await app.call(accessKeyAdd, { ...input, ip_permission: ['10.0.0.1'] }, options);
    expect(other).toMatchObject({ msg: 'idempotency_mismatch' });
    expect(await actionsOf(merchant)).toHaveLength(1);
  });

  it('needs identity verification, and says so before it looks at the code', async () => {
    for (const authentication_status of ['not_authenticated', 'pending', 'rejected'] as const) {
      const merchant = await makeMerchant(app, { authentication_status });
      const { token } = merchant;
      expect(await app.call(accessKeyDetail, {}, { token })).toMatchObject({ data: { list: [], kyc_completed: false } });
      const answer = await app.call(accessKeyAdd, { google_code: await googleCode(app, merchant) }, { token });
      expect(answer).toMatchObject({ code: 6502, detail: 'Cannot create an API without completing KYC' });
    }
  });

  it('allows one key, also when several are added at the same moment', async () => {
    const merchant = await makeMerchant(app);
    const { token } = merchant;
    const totp = totpOf(merchant.totpSecret);
    const codes = [-30_000, 0, 30_000].map((offset) => totp.generate({ timestamp: Date.now() + offset }));
    const answers = await Promise.all(codes.map((google_code) => app.call(accessKeyAdd, { google_code }, { token })));
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(dataOf(await app.call(accessKeyDetail, {}, { token })).list).toHaveLength(1);
    const third = await app.call(accessKeyAdd, { google_code: await googleCode(app, merchant) }, { token });
    expect(third).toMatchObject({ code: 6501, detail: 'An account can have at most 1 access key.' });
  });

  it('refuses an address that is none, before it looks at the code', async () => {
    const merchant = await makeMerchant(app, { authentication_status: 'pending' });
    const input = { ip_permission: ['10.0.0.1', 'office'], google_code: '000000' };
    expect(await app.call(accessKeyAdd, input, { token: merchant.token })).toMatchObject({
      code: 6503,
      detail: 'IP format is incorrect',
      data: { fields: [{ field: 'ip_permission.1', problem: 'office: IP format is incorrect' }] },
    });
  });

  it('refuses a wrong code and one that was used, and leaves a trace of the guess alone', async () => {
    const merchant = await makeMerchant(app);
    const { token } = merchant;
    const google_code = await googleCode(app, merchant);
    const wrong = String((Number(google_code) + 1) % 1_000_000).padStart(6, '0');
    expect(await app.call(accessKeyAdd, { google_code: wrong }, { token })).toMatchObject({ msg: 'wrong_google_code' });
    const { access_key } = dataOf(await app.call(accessKeyAdd, { google_code }, { token }));
    expect(await app.call(accessKeyDelete, { access_key, google_code }, { token })).toMatchObject({ msg: 'google_code_used' });
    expect((await actionsOf(merchant)).map(({ action }) => action)).toEqual(['sign_in.fail', 'access_key.add']);
  });
});

describe('changing the permitted addresses', () => {
  it('holds at once', async () => {
    const merchant = await makeMerchant(app);
    const { token } = merchant;
    const key = await addKey(merchant, ['198.51.100.1']);
    expect(await probe(key)).toMatchObject({ msg: 'key_ip_refused' });
    const input = { access_key: key.access_key, ip_permission: ['203.0.113.9/29'], google_code: await googleCode(app, merchant) };
    const updated = dataOf(await app.call(accessKeyUpdate, input, { token }));
    expect(updated).toEqual({
      access_key: key.access_key,
      ip_permission: ['203.0.113.8/29'],
      create_time: key.create_time,
      last_used_time: null,
    });
    expect(await probe(key, '203.0.113.15')).toMatchObject({ msg: 'order_unknown' });
    expect(await probe(key, '203.0.113.16')).toMatchObject({ msg: 'key_ip_refused' });
  });

  it('refuses wrong addresses, keys that are not there and wrong codes, in this order', async () => {
    const merchant = await makeMerchant(app);
    const { token } = merchant;
    const { access_key } = await addKey(merchant);
    const google_code = await googleCode(app, merchant);
    const wrong = String((Number(google_code) + 1) % 1_000_000).padStart(6, '0');
    const update = async (change: object) =>
      (await app.call(accessKeyUpdate, { access_key, ip_permission: [], google_code: wrong, ...change }, { token })).msg;
    expect(await update({ ip_permission: ['nowhere'], access_key: 'pk_unknown' })).toBe('ip_invalid');
    expect(await update({ access_key: 'pk_unknown' })).toBe('not_found');
    expect(await update({})).toBe('wrong_google_code');
    expect(await update({ access_key: 'pk_unknown', google_code })).toBe('not_found');
    // No refusal has used the code up.
    expect(await update({ google_code })).toBe('ok');
  });
});

describe('deleting a key', () => {
  it('holds at once, and makes room for another', async () => {
    const merchant = await makeMerchant(app);
    const { token } = merchant;
    const key = await addKey(merchant);
    expect(await probe(key)).toMatchObject({ msg: 'order_unknown' });
    const input = { access_key: key.access_key, google_code: await googleCode(app, merchant) };
    const options = { token, idempotencyKey: 'delete-1' };
    expect(await app.call(accessKeyDelete, input, options)).toMatchObject({ msg: 'ok', data: null });
    expect(await probe(key)).toMatchObject({ status: 401, msg: 'access_key_unknown' });
    expect(await app.call(accessKeyDelete, input, options)).toMatchObject({ msg: 'already_done', data: null });
    const another = await addKey(merchant);
    expect(another.access_key).not.toBe(key.access_key);
    expect(await probe(another)).toMatchObject({ msg: 'order_unknown' });
  });

  it('refuses a key that is not there', async () => {
    const merchant = await makeMerchant(app);
    const input = { access_key: 'pk_unknown', google_code: await googleCode(app, merchant) };
    expect(await app.call(accessKeyDelete, input, { token: merchant.token })).toMatchObject({ status: 404, msg: 'not_found' });
  });
});

it('says when the key was last used, and a request with a wrong signature is no use of it', async () => {
  const merchant = await makeMerchant(app);
  const lastUsed = async () => dataOf(await app.call(accessKeyDetail, {}, { token: merchant.token })).list[0]?.last_used_time;
  const key = await addKey(merchant);
  await probe({ ...key, secret: 'sk_wrong' });
  expect(await lastUsed()).toBeNull();
  await Promise.all([probe(key), probe(key), probe(key)]);
  const first = await lastUsed();
  expect(Date.now() - Date.parse(String(first))).toBeLessThan(60_000);
  await probe(key);
  expect(await lastUsed()).toBe(first);
  await app.sql(`update access_key set last_used_at = now() - interval '61 seconds'`);
  await probe(key);
  expect(Date.now() - Date.parse(String(await lastUsed()))).toBeLessThan(60_000);
});

it("neither shows nor touches another merchant's key", async () => {
  const [owner, stranger] = [await makeMerchant(app), await makeMerchant(app)];
  const key = await addKey(owner);
  const { token } = stranger;
  expect(dataOf(await app.call(accessKeyDetail, {}, { token })).list).toEqual([]);
  const input = { access_key: key.access_key };
  const update = { ...input, ip_permission: ['10.0.0.1'], google_code: await googleCode(app, stranger) };
  expect(await app.call(accessKeyUpdate, update, { token })).toMatchObject({ msg: 'not_found' });
  const remove = { ...input, google_code: await googleCode(app, stranger) };
  expect(await app.call(accessKeyDelete, remove, { token })).toMatchObject({ msg: 'not_found' });
  expect(await probe(key)).toMatchObject({ msg: 'order_unknown' });
});

it('would not show it even to a query that forgets to ask for the owner', async () => {
  const [owner, stranger] = [await makeMerchant(app), await makeMerchant(app)];
  await addKey(owner);
  const seen = await app.platform.db.scoped(stranger.merchant_id, (tx) => tx.selectFrom('access_key').selectAll().execute());
  expect(seen).toEqual([]);
});

it('notes every change in the audit log, and tells the consoles that are open', async () => {
  const merchant = await makeMerchant(app);
  const { token } = merchant;
  const heard: unknown[] = [];
  const stop = app.platform.hub.onMerchant(merchant.merchant_id, (topics) => heard.push(topics));
  const { access_key } = await addKey(merchant, ['10.0.0.1']);
  const update = { access_key, ip_permission: [], google_code: await googleCode(app, merchant) };
  dataOf(await app.call(accessKeyUpdate, update, { token, ip: '198.51.100.7' }));
  dataOf(await app.call(accessKeyDelete, { access_key, google_code: await googleCode(app, merchant) }, { token }));
  const actor = String(merchant.merchant_id);
  expect(await actionsOf(merchant)).toEqual([
    { action: 'access_key.add', actor, details: { access_key, ip_permission: ['10.0.0.1'] }, ip: '127.0.0.1' },
    { action: 'access_key.update', actor, details: { access_key, ip_permission: [] }, ip: '198.51.100.7' },
    { action: 'access_key.delete', actor, details: { access_key }, ip: '127.0.0.1' },
  ]);
  await expect.poll(() => heard).toHaveLength(6);
  expect(heard.flat().toSorted()).toEqual([...Array(3).fill('access_key'), ...Array(3).fill('own_audit')]);
  stop();
});

it.each([
  ['zh_Hans', '请检查填写内容：secret'],
  ['zh_Hant', '請檢查填寫內容：secret'],
  ['en', 'Please check the input: secret'],
  ['vi', 'Vui lòng kiểm tra thông tin: secret'],
] as const)('refuses a field that it does not know, and names it, in %s', async (language, text) => {
  const { token } = await makeMerchant(app);
  const answer = await app.send(accessKeyAdd, { google_code: '123456', secret: 'mine' }, { token, language });
  expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'secret' }] } });
  expect(answer.detail).toContain(text);
});

it('answers nobody without a session', async () => {
  for (const call of [accessKeyDetail, accessKeyAdd, accessKeyUpdate, accessKeyDelete]) {
    expect(await app.send(call, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
  }
});

import {
  MOST_WEBHOOK_ENDPOINTS,
  SHOWN_ANSWER_CHARS,
  webhookDeliveryQuery,
  webhookEndpointAdd,
  webhookEndpointDelete,
  webhookEndpointPing,
  webhookEndpointPreview,
  webhookEndpointQuery,
  webhookEndpointRotateSecret,
  webhookEndpointUpdate,
} from '@purser/contract/features/webhook';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';
import { webhookRoutes } from './routes.ts';
import { type Hit, TestEndpoint } from './testing/endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let endpoint: TestEndpoint;

beforeAll(async () => {
  app = await createTestApp({ routes: webhookRoutes, settings: { webhookAllow: [{ network: '127.0.0.0/8', port: undefined }] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  [merchant, endpoint] = [await makeMerchant(app), await TestEndpoint.start()];
});
afterEach(() => endpoint.stop());

const as = (options: object = {}) => ({ token: merchant.token, ...options });
const settings = (change: object = {}) => ({ name: 'Shop', address: endpoint.address, events: null, ...change });
const code = () => googleCode(app, merchant);
const add = async (change: object = {}, options: object = {}) =>
  app.call(webhookEndpointAdd, { ...settings(change), google_code: await code() }, as(options));
const change = async (endpoint_id: number, changes: object = {}) =>
  app.call(webhookEndpointUpdate, { endpoint_id, ...settings(), is_on: true, ...changes, google_code: await code() }, as());
const remove = async (endpoint_id: number) => app.call(webhookEndpointDelete, { endpoint_id, google_code: await code() }, as());
const rotate = async (endpoint_id: number, options: object = {}) =>
  app.call(webhookEndpointRotateSecret, { endpoint_id, google_code: await code() }, as(options));
const ping = (endpoint_id: number, options: object = {}) => app.call(webhookEndpointPing, { endpoint_id }, as(options));
const list = async () => dataOf(await app.call(webhookEndpointQuery, {}, as())).list;
const told = async () =>
  (await app.sql<{ webhook_events: string[] }>('select webhook_events from merchant where merchant_id = $1', [merchant.merchant_id]))[0]
    ?.webhook_events;
const reads = (secret: string | null, hit: Hit | undefined) =>
  new Webhook(secret ?? '').verify(hit?.body ?? '', hit?.headers as Record<string, string>);

describe('endpoint/add', () => {
  it('makes a secret, shown once and kept sealed, and numbers endpoints without ever using one again', async () => {
    const one = dataOf(await add());
    expect(one).toEqual({ endpoint_id: 1, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
    expect(dataOf(await add({ name: '', events: ['order.paid', 'order.paid', 'order.created'] }))).toMatchObject({ endpoint_id: 2 });
    dataOf(await remove(2));
    expect(dataOf(await add({ events: ['order.expired'] }))).toMatchObject({ endpoint_id: 3 });
    expect(await list()).toMatchObject([
      { endpoint_id: 1, ...settings(), is_on: true, previous_secret_until: null, waiting: 0, last_delivery: null },
      { endpoint_id: 3, events: ['order.expired'] },
    ]);
    const [row] = await app.sql<{ secret: Buffer }>('select secret from webhook_endpoint where merchant_id = $1', [merchant.merchant_id]);
    expect(row?.secret.includes(one.secret ?? '')).toBe(false);
  });

  it('replays under an idempotency key, without the secret: that was in the first answer and nowhere else', async () => {
    expect((await add({}, { idempotencyKey: 'add-1' })).data.secret).toMatch(/^whsec_/);
    expect(await add({}, { idempotencyKey: 'add-1' })).toMatchObject({ code: 42110, data: { endpoint_id: 1, secret: null } });
    expect(await add({ name: 'Other' }, { idempotencyKey: 'add-1' })).toMatchObject({ msg: 'idempotency_mismatch' });
    expect(await list()).toHaveLength(1);
    const kept = await app.sql("select answer from idempotency_key where key = 'add-1'");
    const noted = await app.sql('select details from audit_log where owner_id = $1', [merchant.merchant_id]);
    expect(noted).toMatchObject([{ details: { endpoint_id: 1, name: 'Shop', address: endpoint.address, events: ['*'] } }]);
    expect(JSON.stringify([kept, noted])).not.toContain('whsec_');
  });

  it.each([
    ['http://10.0.0.1/hook', 'en', 'The webhook address cannot be used: it leads to an address that is not public'],
    ['http://168.63.129.16/', 'en', 'The webhook address cannot be used: it leads to an address that is not public'],
    ['https://user:pw@shop.example/', 'vi', 'Không thể dùng địa chỉ webhook: không được chứa tên người dùng hoặc mật khẩu'],
    ['shop.example', 'zh_Hans', 'Webhook 地址不可用：不是有效的网址'],
    ['file:///etc/passwd', 'zh_Hant', 'Webhook 網址無法使用：必須以 https:// 開頭'],
  ] as const)('webhook_address_refused: %s, in %s, and the code is not used up', async (address, language, detail) => {
    const google_code = await code();
    const answer = await app.call(webhookEndpointAdd, { ...settings({ address }), google_code }, as({ language }));
    expect(answer).toMatchObject({ code: 6601, msg: 'webhook_address_refused', detail });
    expect(await list()).toEqual([]);
    expect(await app.call(webhookEndpointAdd, { ...settings(), google_code }, as())).toMatchObject({ msg: 'ok' });
  });

  it('wrong_google_code and google_code_used, after the address was looked at', async () => {
    const google_code = await code();
    const refused = { ...settings({ address: 'ftp://x' }), google_code: '000000' };
    expect(await app.call(webhookEndpointAdd, refused, as())).toMatchObject({ msg: 'webhook_address_refused' });
    expect(await app.call(webhookEndpointAdd, { ...settings(), google_code: '000000' }, as())).toMatchObject({ msg: 'wrong_google_code' });
    dataOf(await app.call(webhookEndpointAdd, { ...settings(), google_code }, as()));
    expect(await app.call(webhookEndpointAdd, { ...settings(), google_code }, as())).toMatchObject({ msg: 'google_code_used' });
  });

  it('too_many_requests: nobody finds out by us, without a code, which names there are', async () => {
    const input = { ...settings({ address: 'https://db.internal.invalid/' }), google_code: '000000' };
    const look = async () => (await app.call(webhookEndpointAdd, input, as())).msg;
    for (let i = 0; i < 20; i += 1) expect(await look()).toBe('webhook_address_refused');
    expect(await look()).toBe('too_many_requests');
  });

  it('webhook_endpoint_limit, also when two are added at once', async () => {
    for (let i = 1; i < MOST_WEBHOOK_ENDPOINTS; i += 1) await giveEndpoint(app, merchant.merchant_id);
    const codes = [await code(), await code()];
    const answers = await Promise.all(codes.map((google_code) => app.call(webhookEndpointAdd, { ...settings(), google_code }, as())));
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'webhook_endpoint_limit']);
    expect(await add()).toMatchObject({ code: 7550, detail: expect.stringContaining(String(MOST_WEBHOOK_ENDPOINTS)) });
    expect(await list()).toHaveLength(MOST_WEBHOOK_ENDPOINTS);
  });

  it('invalid_input: no events at all, the test event, a type that there is not, a name beyond 60', async () => {
    for (const [field, wrong] of [
      ['events', { events: [] }],
      ['events.0', { events: ['ping'] }],
      ['events.0', { events: ['order.lost'] }],
      ['name', { name: 'x'.repeat(61) }],
      ['address', { address: '' }],
    ] as const)
      expect(await app.call(webhookEndpointAdd, { ...settings(wrong), google_code: '000000' } as never, as())).toMatchObject({
        msg: 'invalid_input',
        data: { fields: [{ field }] },
      });
  });
});

describe('endpoint/update and endpoint/delete', () => {
  it('keep with the merchant what any endpoint that is on is told of', async () => {
    expect(await told()).toEqual([]);
    await add({ events: ['order.paid', 'order.created'] });
    await add({ events: ['order.paid', 'order.expired'] });
    expect(await told()).toEqual(['order.created', 'order.expired', 'order.paid']);
    dataOf(await change(1, { events: ['order.paid'], is_on: false }));
    expect(await told()).toEqual(['order.expired', 'order.paid']);
    dataOf(await change(1, { events: null }));
    expect(await told()).toEqual(['*', 'order.expired', 'order.paid']);
    dataOf(await remove(1));
    expect(await told()).toEqual(['order.expired', 'order.paid']);
    dataOf(await remove(2));
    expect(await told()).toEqual([]);
  });

  it('one whose address leads nowhere any more can be switched off, and no other such address set', async () => {
    await giveEndpoint(app, merchant.merchant_id, { address: 'https://10.0.0.1/' });
    expect(await change(1, { address: 'https://10.0.0.2/', is_on: false })).toMatchObject({ msg: 'webhook_address_refused' });
    expect(await change(1, { address: 'https://10.0.0.1/', is_on: false })).toMatchObject({ msg: 'ok' });
    expect(await list()).toMatchObject([{ is_on: false, address: 'https://10.0.0.1/' }]);
  });

  it('a deleted one leaves no secret behind, and its log stays', async () => {
    await add();
    dataOf(await ping(1));
    dataOf(await remove(1));
    expect(await app.sql('select secret from webhook_endpoint where merchant_id = $1', [merchant.merchant_id])).toEqual([{ secret: null }]);
    expect(dataOf(await app.call(webhookDeliveryQuery, { endpoint_id: 1 }, as())).list).toHaveLength(1);
  });

  it("not_found: none, a deleted one, another merchant's", async () => {
    const other = await makeMerchant(app);
    await giveEndpoint(app, other.merchant_id);
    const each = async () => {
      for (const act of [change, remove, rotate, ping, (endpoint_id: number) => app.call(webhookEndpointPreview, { endpoint_id }, as())])
        expect(await act(1)).toMatchObject({ status: 404, msg: 'not_found' });
    };
    await each();
    await add();
    dataOf(await remove(1));
    await each();
    expect(await app.sql('select is_on, deleted_at from webhook_endpoint where merchant_id = $1', [other.merchant_id])).toEqual([
      { is_on: true, deleted_at: null },
    ]);
  });
});

describe('endpoint/rotate_secret', () => {
  it('makes another secret; those before it sign too, also after two changes', async () => {
    const oldest = dataOf(await add()).secret;
    await add();
    const first = await rotate(1, { idempotencyKey: 'rotate-1' });
    const previous = first.data.secret;
    expect(await rotate(1, { idempotencyKey: 'rotate-1' })).toMatchObject({ code: 42110, data: { secret: null } });
    const current = dataOf(await rotate(1)).secret;
    dataOf(await ping(1));
    const [hit] = endpoint.hits;
    for (const secret of [current, previous, oldest]) expect(reads(secret, hit)).toMatchObject({ type: 'ping' });
    const [rotated, untouched] = await list();
    const untilMs = Date.parse(rotated?.previous_secret_until ?? '') - Date.now();
    expect(untilMs).toBeGreaterThan(23.9 * 3_600_000);
    expect(untilMs).toBeLessThanOrEqual(24 * 3_600_000);
    expect(untouched?.previous_secret_until).toBeNull();
  });

  it('two at once: every secret that is given out signs', async () => {
    await add();
    const codes = [await code(), await code()];
    const answers = await Promise.all(
      codes.map((google_code) => app.call(webhookEndpointRotateSecret, { endpoint_id: 1, google_code }, as())),
    );
    dataOf(await ping(1));
    // Where the later code comes first, the earlier one is used up by it.
    const given = answers.flatMap(({ msg, data }) => (msg === 'ok' ? [data.secret] : []));
    expect(given.length).toBeGreaterThan(0);
    for (const secret of given) expect(reads(secret, endpoint.hits[0])).toMatchObject({ type: 'ping' });
  });
});

describe('the tester', () => {
  it('shows the signed request without sending it', async () => {
    const { secret } = dataOf(await add());
    const shown = dataOf(await app.call(webhookEndpointPreview, { endpoint_id: 1 }, as()));
    expect(shown).toMatchObject({ method: 'POST', address: endpoint.address });
    const headers = Object.fromEntries(shown.headers.map(({ name, value }) => [name, value]));
    expect(new Webhook(secret ?? '').verify(shown.body, headers)).toMatchObject({ type: 'ping', data: {} });
    expect(endpoint.hits).toHaveLength(0);
    expect(await app.sql('select from webhook_delivery where merchant_id = $1', [merchant.merchant_id])).toHaveLength(0);
  });

  it('says what was sent and what came back, and is in the log, also of an endpoint that is off', async () => {
    const { secret } = dataOf(await add());
    dataOf(await change(1, { is_on: false }));
    endpoint.answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('thanks \u0000 ĐÃ NHẬN');
    const pinged = dataOf(await ping(1));
    expect(pinged).toMatchObject({ delivered: true, http_status: 200, problem: null, answer: 'thanks \uFFFD ĐÃ NHẬN' });
    const [hit] = endpoint.hits;
    expect(reads(secret, hit)).toMatchObject({ type: 'ping', data: {} });
    expect(pinged.request?.body).toBe(hit?.body);
    for (const { name, value } of pinged.request?.headers ?? []) expect(hit?.headers[name], name).toBe(value);
    endpoint.answer = 500;
    const failed = dataOf(await ping(1, { language: 'vi' }));
    expect(failed).toMatchObject({ delivered: false, http_status: 500, problem: 'không trả về trạng thái 2xx', answer: '' });
    const { list: log } = dataOf(await app.call(webhookDeliveryQuery, { event_type: 'ping' }, as()));
    expect(log).toMatchObject([
      { state: 'failed', endpoint_id: 1, next_attempt_time: null, attempts: [{ http_status: 500 }] },
      { state: 'delivered', attempts: [{ http_status: 200, problem: null }] },
    ]);
    expect(await list()).toMatchObject([{ waiting: 0, last_delivery: { state: 'failed', http_status: 500 } }]);
  });

  it('shows the beginning of a long answer, and of one that breaks off what came', async () => {
    await add();
    endpoint.answer = (_, response) => response.writeHead(404).end('x'.repeat(200_000));
    expect(dataOf(await ping(1)).answer).toBe('x'.repeat(SHOWN_ANSWER_CHARS));
    endpoint.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => setImmediate(() => response.destroy()));
    };
    expect(dataOf(await ping(1))).toMatchObject({ delivered: true, answer: 'half' });
  });

  it('asked again, it sends nothing, and says how the first one went', async () => {
    await add();
    expect(await ping(1, { idempotencyKey: 'p1' })).toMatchObject({ code: 200, data: { http_status: 204 } });
    expect(await ping(1, { idempotencyKey: 'p1' })).toMatchObject({
      code: 42110,
      data: { delivered: true, http_status: 204, request: null, answer: null },
    });
    expect(endpoint.hits).toHaveLength(1);
  });

  it('webhook_address_refused, and too_many_requests: it cannot be used to flood a third party', async () => {
    await add();
    for (let i = 0; i < 20; i += 1) dataOf(await ping(1));
    expect(await ping(1)).toMatchObject({ status: 429, msg: 'too_many_requests' });
    const other = await makeMerchant(app);
    await giveEndpoint(app, other.merchant_id, { address: 'https://10.0.0.1/' });
    expect(await app.call(webhookEndpointPing, { endpoint_id: 1 }, { token: other.token })).toMatchObject({
      msg: 'webhook_address_refused',
    });
  });
});

import {
  webhookDeliveryExport,
  webhookDeliveryQuery,
  webhookPing,
  webhookRedeliver,
  webhookRotateSecret,
  webhookSettings,
  webhookUpdate,
} from '@purser/contract/features/webhook';
import { Webhook } from 'standardwebhooks';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { writeCursor } from '../../platform/lists/cursor.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { WebhookDispatcher } from './dispatcher.ts';
import { webhookRoutes } from './routes.ts';
import { TestEndpoint } from './testing/endpoint.ts';

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

const as = (who: TestMerchant = merchant, options: object = {}) => ({ token: who.token, ...options });
const integration = (change: object = {}) => ({ webhook_address: endpoint.address, return_address: '', order_lifetime_min: 15, ...change });
const update = async (change: object = {}, options: object = {}) =>
  app.call(webhookUpdate, { ...integration(change), google_code: await googleCode(app, merchant) } as never, as(merchant, options));
const set = async () => dataOf(await update()).secret ?? '';

/** Puts an event into the log as if it had happened. */
async function event(state: 'pending' | 'delivered' | 'failed', type = 'order.paid', who = merchant): Promise<string> {
  const id = uuidv7();
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, address, state, next_attempt_at, give_up_at)
     values ($1, $2, $3, $4, 'PO1', $5, 'https://old.example', $6, case when $6 = 'pending' then now() + interval '1 hour' end, now() + interval '72 hours')`,
    [who.merchant_id, id, uuidv7(), type, JSON.stringify({ type, timestamp: new Date().toISOString(), data: {} }), state],
  );
  return id;
}

describe('settings and update', () => {
  it('the first address makes the secret, shown once; a later change does not show or change it', async () => {
    expect(dataOf(await app.call(webhookSettings, {}, as()))).toEqual({
      webhook_address: '',
      return_address: '',
      order_lifetime_min: 15,
      has_secret: false,
    });
    const secret = await set();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const change = { order_lifetime_min: 60, return_address: 'https://shop.example/back' };
    expect(dataOf(await update(change)).secret).toBeNull();
    expect(dataOf(await app.call(webhookSettings, {}, as()))).toEqual({ ...integration(change), has_secret: true });
    const [row] = await app.sql<{ webhook_secret: Buffer }>('select webhook_secret from merchant where merchant_id = $1', [
      merchant.merchant_id,
    ]);
    expect(row?.webhook_secret.includes(secret)).toBe(false);
  });

  it('wrong_google_code and google_code_used, after the address was looked at', async () => {
    const input = { ...integration({ webhook_address: 'ftp://x' }), google_code: '000000' };
    expect(await app.call(webhookUpdate, input, as())).toMatchObject({ msg: 'webhook_address_refused' });
    const mended = { ...integration(), google_code: '000000' };
    expect(await app.call(webhookUpdate, mended, as())).toMatchObject({ code: 6002, msg: 'wrong_google_code' });
    const code = await googleCode(app, merchant);
    dataOf(await app.call(webhookUpdate, { ...integration(), google_code: code }, as()));
    expect(await app.call(webhookUpdate, { ...integration(), google_code: code }, as())).toMatchObject({
      code: 6003,
      msg: 'google_code_used',
    });
  });

  it.each([
    ['http://10.0.0.1/hook', 'en', 'The webhook address cannot be used: it leads to an address that is not public'],
    ['https://user:pw@shop.example/', 'vi', 'Không thể dùng địa chỉ webhook: không được chứa tên người dùng hoặc mật khẩu'],
    ['shop.example', 'zh_Hans', 'Webhook 地址不可用：不是有效的网址'],
    ['file:///etc/passwd', 'zh_Hant', 'Webhook 網址無法使用：必須以 https:// 開頭'],
  ] as const)('webhook_address_refused: %s, in %s, and the code is not used up', async (webhook_address, language, detail) => {
    const google_code = await googleCode(app, merchant);
    const answer = await app.call(webhookUpdate, { ...integration({ webhook_address }), google_code }, as(merchant, { language }));
    expect(answer).toMatchObject({ code: 6601, msg: 'webhook_address_refused', detail });
    expect(await app.call(webhookUpdate, { ...integration(), google_code }, as())).toMatchObject({ msg: 'ok' });
  });

  it('too_many_requests: nobody finds out by us, without a code, which names there are', async () => {
    const look = async () =>
      (await app.call(webhookUpdate, { ...integration({ webhook_address: 'https://db.internal.invalid/' }), google_code: '000000' }, as()))
        .msg;
    for (let i = 0; i < 20; i += 1) expect(await look()).toBe('webhook_address_refused');
    expect(await look()).toBe('too_many_requests');
  });

  it('invalid_input: a return address that runs code, and a lifetime beyond a day', async () => {
    expect(await update({ return_address: 'javascript:alert(1)' })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'return_address' }] },
    });
    expect(await update({ return_address: 'https://bank.example@evil.example/' })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'return_address' }] },
    });
    expect(await update({ order_lifetime_min: 1441 })).toMatchObject({ status: 400, data: { fields: [{ field: 'order_lifetime_min' }] } });
  });

  it('replays under an idempotency key, without the secret: that was in the first answer and nowhere else', async () => {
    const first = await update({}, { idempotencyKey: 'set-1' });
    expect(first.data.secret).toMatch(/^whsec_/);
    expect(await update({}, { idempotencyKey: 'set-1' })).toMatchObject({
      code: 42110,
      data: { secret: null, webhook_address: endpoint.address },
    });
    expect(await update({ order_lifetime_min: 5 }, { idempotencyKey: 'set-1' })).toMatchObject({ msg: 'idempotency_mismatch' });
    const [kept] = await app.sql<{ answer: unknown }>("select answer from idempotency_key where key = 'set-1'");
    expect(JSON.stringify(kept)).not.toContain('whsec_');
  });

  it('is entered in the audit log', async () => {
    await set();
    const rows = await app.sql('select action, details from audit_log where owner_id = $1', [merchant.merchant_id]);
    expect(rows).toMatchObject([{ action: 'webhook.update', details: { webhook_address: endpoint.address } }]);
    expect(JSON.stringify(rows)).not.toContain('whsec_');
  });
});

describe('rotate_secret', () => {
  const rotate = async (options: object = {}) =>
    app.call(webhookRotateSecret, { google_code: await googleCode(app, merchant) }, as(merchant, options));

  it('makes another secret, which signs from then on; a repeated request is answered without it', async () => {
    const before = await set();
    const first = await rotate({ idempotencyKey: 'rotate-1' });
    expect(first.data.secret).not.toBe(before);
    expect(await rotate({ idempotencyKey: 'rotate-1' })).toMatchObject({ code: 42110, data: { secret: null } });
    dataOf(await app.call(webhookPing, {}, as()));
    const [hit] = endpoint.hits;
    expect(new Webhook(first.data.secret ?? '').verify(hit?.body ?? '', hit?.headers as Record<string, string>)).toMatchObject({
      type: 'ping',
    });
  });

  it('the secret before it signs too, and of two changes only the last one counts', async () => {
    const oldest = await set();
    const previous = (await rotate()).data.secret ?? '';
    const current = (await rotate()).data.secret ?? '';
    dataOf(await app.call(webhookPing, {}, as()));
    const [hit] = endpoint.hits;
    const reads = (secret: string) => new Webhook(secret).verify(hit?.body ?? '', hit?.headers as Record<string, string>);
    for (const secret of [current, previous]) expect(reads(secret)).toMatchObject({ type: 'ping' });
    expect(() => reads(oldest)).toThrow('No matching signature');
  });

  it('webhook_address_missing', async () => {
    expect(await rotate()).toMatchObject({ code: 6602, msg: 'webhook_address_missing' });
  });

  it('wrong_google_code', async () => {
    await set();
    expect(await app.call(webhookRotateSecret, { google_code: '000000' }, as())).toMatchObject({ msg: 'wrong_google_code' });
  });
});

describe('ping', () => {
  it('says how the endpoint answered, and is in the log', async () => {
    const secret = await set();
    expect(dataOf(await app.call(webhookPing, {}, as()))).toMatchObject({ delivered: true, http_status: 204, problem: null });
    const [hit] = endpoint.hits;
    expect(new Webhook(secret).verify(hit?.body ?? '', hit?.headers as Record<string, string>)).toMatchObject({ type: 'ping', data: {} });
    endpoint.answer = 500;
    const failed = dataOf(await app.call(webhookPing, {}, as(merchant, { language: 'vi' })));
    expect(failed).toMatchObject({ delivered: false, http_status: 500, problem: 'không trả về trạng thái 2xx' });
    const { list } = dataOf(await app.call(webhookDeliveryQuery, { event_type: 'ping' } as never, as()));
    expect(list).toMatchObject([
      { state: 'failed', next_attempt_time: null, attempts: [{ http_status: 500, problem: 'it did not answer with a 2xx status' }] },
      { state: 'delivered', attempts: [{ http_status: 204, problem: null }] },
    ]);
  });

  it('webhook_address_missing and webhook_address_refused', async () => {
    expect(await app.call(webhookPing, {}, as())).toMatchObject({ msg: 'webhook_address_missing' });
    await set();
    await app.sql("update merchant set webhook_address = 'https://10.0.0.1/' where merchant_id = $1", [merchant.merchant_id]);
    expect(await app.call(webhookPing, {}, as())).toMatchObject({ code: 6601, msg: 'webhook_address_refused' });
  });

  it('too_many_requests: it cannot be used to flood a third party', async () => {
    await set();
    for (let i = 0; i < 20; i += 1) dataOf(await app.call(webhookPing, {}, as()));
    expect(await app.call(webhookPing, {}, as())).toMatchObject({ status: 429, msg: 'too_many_requests' });
  });
});

describe('delivery/query', () => {
  it('lists the newest first, filters, and pages by cursor without loss or repetition', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 25; i += 1) ids.unshift(await event(i % 5 === 0 ? 'failed' : 'delivered', i % 2 ? 'order.paid' : 'order.created'));
    await event('failed', 'order.paid', await makeMerchant(app));
    const query = async (input: object) => dataOf(await app.call(webhookDeliveryQuery, input as never, as()));
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await query({ page_size: 10, cursor });
      seen.push(...page.list.map(({ delivery_id }) => delivery_id));
      expect([page.total, page.total_is_exact]).toEqual([25, true]);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await query({ page: 3, page_size: 10, sort_order: 'asc' })).list.map(({ delivery_id }) => delivery_id)).toEqual(
      ids.toReversed().slice(20),
    );
    expect((await query({ state: 'failed' })).total).toBe(5);
    expect((await query({ event_type: 'order.paid' })).total).toBe(12);
    expect((await query({ time_from: new Date(Date.now() + 60_000).toISOString() })).total).toBe(0);
  });
});

it('delivery/export has what the filters show, in words', async () => {
  const failed = await event('failed');
  await event('delivered');
  await event('failed', 'order.paid', await makeMerchant(app));
  const payload = JSON.stringify({ format: 'csv', state: 'failed' });
  const headers = headersOf(webhookDeliveryExport, payload, as());
  const answer = await app.fastify.inject({ method: 'POST', url: webhookDeliveryExport.path, payload, headers });
  const [head, ...rows] = readCsv(answer.body.replace(/^\ufeff/, ''));
  expect(head).toEqual(['Created (UTC)', 'Event', 'Status', 'Sent to', 'Next attempt (UTC)', 'Delivery ID', 'Event ID']);
  expect(rows.map((row) => row.slice(1, 6))).toEqual([['Order paid', 'Failed', 'https://old.example', '', failed]]);
});

describe('delivery/query refuses', () => {
  it.each(["'; drop table", uuidv7(), writeCursor('create_time.desc', ['no uuid']), writeCursor('create_time.asc', [uuidv7()])])(
    'a cursor that is none: %s',
    async (cursor) => {
      expect(await app.call(webhookDeliveryQuery, { cursor }, as())).toMatchObject({
        status: 400,
        msg: 'invalid_input',
        data: { fields: [{ field: 'cursor' }] },
      });
    },
  );
});

describe('delivery/redeliver', () => {
  const redeliver = (deliveryId: string, options: object = {}) =>
    app.call(webhookRedeliver, { delivery_id: deliveryId }, as(merchant, options));

  it('sends a finished event once more, under its own id, to the address set now', async () => {
    await set();
    const old = await event('failed');
    const again = dataOf(await redeliver(old)).delivery_id;
    expect(again).not.toBe(old);
    const dispatcher = new WebhookDispatcher(app.platform);
    await dispatcher.look();
    await dispatcher.idle();
    await dispatcher.stop();
    const [first] = await app.sql<{ event_id: string }>('select event_id from webhook_delivery where delivery_id = $1', [old]);
    expect(endpoint.hits.map(({ id }) => id)).toEqual([first?.event_id]);
    expect(dataOf(await app.call(webhookDeliveryQuery, {} as never, as())).list[0]).toMatchObject({
      delivery_id: again,
      state: 'delivered',
      address: endpoint.address,
    });
  });

  it('brings a waiting event forward instead of doubling it', async () => {
    await set();
    const waiting = await event('pending');
    expect(dataOf(await redeliver(waiting)).delivery_id).toBe(waiting);
    const rows = await app.sql('select next_attempt_at <= now() as due from webhook_delivery where merchant_id = $1', [
      merchant.merchant_id,
    ]);
    expect(rows).toEqual([{ due: true }]);
  });

  it('replays under an idempotency key', async () => {
    await set();
    const old = await event('delivered');
    const first = dataOf(await redeliver(old, { idempotencyKey: 'r1' }));
    expect(await redeliver(old, { idempotencyKey: 'r1' })).toMatchObject({ code: 42110, data: first });
  });

  it("not_found: no such delivery, or another merchant's", async () => {
    await set();
    const foreign = await event('failed', 'order.paid', await makeMerchant(app));
    for (const id of [foreign, uuidv7(), 'nonsense']) expect(await redeliver(id)).toMatchObject({ status: 404, msg: 'not_found' });
  });

  it('webhook_address_missing', async () => {
    expect(await redeliver(await event('failed'))).toMatchObject({ msg: 'webhook_address_missing' });
  });
});

it('unauthenticated: none of it is for strangers', async () => {
  for (const call of [webhookSettings, webhookPing])
    expect(await app.send(call, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
});

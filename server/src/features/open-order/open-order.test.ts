import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantIdOfOrderToken } from '../../domain/order-token.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { expireDueOrders } from './jobs.ts';
import { openOrderRoutes } from './routes.ts';
import { makeKey } from './testing/key.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let signedWith: { access_key: string; secret: string };

beforeAll(async () => {
  app = await createTestApp({ routes: openOrderRoutes });
  merchant = await makeMerchant(app);
  signedWith = await makeKey(app, merchant);
});
afterAll(() => app.close());

let made = 0;
const wish = (change: object = {}) => ({ order_id: `A-${(made += 1)}`, coin_name: 'USDP' as const, amount: '12.50', ...change });
const create = (input: object, options: object = {}) => app.call(openOrderCreate, input as never, { signedWith, ...options });
const eventsOf = (serialNumber: string) =>
  app.sql<{ event_type: string; payload: string }>(
    'select event_type, payload from webhook_delivery where subject = $1 order by created_at',
    [serialNumber],
  );

describe('create', () => {
  it('answers with the order, its fee, and the address of its payment page', async () => {
    const input = wish({ description: 'Hai cốc', external_account: 'user-7', return_address: 'https://shop.example/back' });
    const order = dataOf(await create(input));
    expect(order).toMatchObject({
      order_id: input.order_id,
      coin_name: 'USDP',
      amount: '12.50',
      handling_fee: '0.13',
      settlement_amount: '12.37',
      order_type: 'deposit',
      order_from: 'api',
      order_status: 'created',
      cancelled_by: null,
      external_account: 'user-7',
      description: 'Hai cốc',
      paid_time: null,
    });
    expect(order.serial_number).toMatch(/^PO/);
    const token = order.payment_url.replace('http://localhost:8080/pay/', '');
    expect(merchantIdOfOrderToken(token)).toBe(merchant.merchant_id);
    expect(new Date(order.expire_time).getTime() - new Date(order.create_time).getTime()).toBe(15 * 60_000);
  });

  it('lives as long as was asked for, and returns where the merchant set if the order says nothing', async () => {
    await app.sql("update merchant set return_address = 'https://shop.example/default' where merchant_id = $1", [merchant.merchant_id]);
    const order = dataOf(await create(wish({ lifetime_min: 1440 })));
    expect(new Date(order.expire_time).getTime() - new Date(order.create_time).getTime()).toBe(1440 * 60_000);
    const [row] = await app.sql('select return_address from payment_order where serial_number = $1', [order.serial_number]);
    expect(row).toEqual({ return_address: 'https://shop.example/default' });
    const own = dataOf(await create(wish({ return_address: 'https://shop.example/own' })));
    expect(await app.sql('select return_address from payment_order where serial_number = $1', [own.serial_number])).toEqual([
      { return_address: 'https://shop.example/own' },
    ]);
  });

  it("keeps the payment page's language, or that none was named", async () => {
    const languageOf = async (change: object) => {
      const order = dataOf(await create(wish(change)));
      return app.sql('select language from payment_order where serial_number = $1', [order.serial_number]);
    };
    expect(await languageOf({ language: 'zh_Hant' })).toEqual([{ language: 'zh_Hant' }]);
    expect(await languageOf({})).toEqual([{ language: null }]);
  });

  it.each([
    ['an amount finer than the coin', { amount: '1.005' }, 'amount'],
    ['an amount that is no number', { amount: '1e3' }, 'amount'],
    ['a return address that runs code', { return_address: 'javascript:alert(1)' }, 'return_address'],
    ['a return address with a user name before the host', { return_address: 'https://bank.example@evil.example/' }, 'return_address'],
    ['a return address with a password', { return_address: 'https://:secret@shop.example/' }, 'return_address'],
    ['a description that turns its direction', { description: 'Pay \u202e05.21\u202c now' }, 'description'],
    ["a payer's name with what nobody sees", { external_account: 'ali\u200bce' }, 'external_account'],
    ['a description with a tag', { description: 'a\u{e0041}' }, 'description'],
    ['an order number that turns its direction', { order_id: 'A\u2066-1' }, 'order_id'],
    ['an order number with a space', { order_id: 'A 1' }, 'order_id'],
    ['a line break in the description', { description: 'a\nb' }, 'description'],
    ['a character that no database stores', { external_account: 'a\u0000b' }, 'external_account'],
    ['a language that is none of ours', { language: 'fr' }, 'language'],
    ['a lifetime of no time', { lifetime_min: 0 }, 'lifetime_min'],
    ['a field that nobody knows', { note: 'x' }, 'note'],
  ])('invalid_input: %s', async (_, change, field) => {
    expect(await create(wish(change))).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it('merchant_suspended before anything else about the order', async () => {
    const other = await makeMerchant(app, { status: 'suspended' });
    const key = await makeKey(app, other);
    expect(await create(wish({ amount: '0.00' }), { signedWith: key })).toMatchObject({ code: 6307, msg: 'merchant_suspended' });
  });

  it('market_not_enabled: a coin of a market the merchant has not, or of none', async () => {
    expect(await create(wish({ coin_name: 'VNDT', amount: '0.00' }))).toMatchObject({ code: 6202, msg: 'market_not_enabled' });
    expect(await create(wish({ coin_name: 'USDT' }))).toMatchObject({ msg: 'market_not_enabled' });
  });

  it('order_amount_out_of_range, with the bounds, in the language asked for', async () => {
    const answer = await create(wish({ amount: '0.00' }), { language: 'vi' });
    expect(answer).toMatchObject({ code: 6306, detail: 'Số tiền đơn hàng phải từ 0.01 USDP đến 100000000.00 USDP.' });
    expect(await create(wish({ amount: '100000000.00' }))).toMatchObject({ code: 200 });
    expect(await create(wish({ amount: '100000000.01' }))).toMatchObject({ msg: 'order_amount_out_of_range' });
    expect(await create(wish({ amount: '999999999999999999' }))).toMatchObject({ msg: 'order_amount_out_of_range' });
  });

  it('takes what scripts and emoji are written with', async () => {
    const description = 'می\u200cخواهم 👩\u200d🍳 Hai cốc';
    expect(dataOf(await create(wish({ description }))).description).toBe(description);
  });

  it('fee_exceeds_amount: of an order whose fee is all of it the merchant would get nothing', async () => {
    expect(await create(wish({ amount: '0.01' }))).toMatchObject({ code: 6208, msg: 'fee_exceeds_amount' });
    expect(dataOf(await create(wish({ amount: '0.02' })))).toMatchObject({ handling_fee: '0.01', settlement_amount: '0.01' });
  });

  it('merchant_order_duplicate: once per merchant, but each merchant has its own numbers', async () => {
    const input = wish();
    dataOf(await create(input));
    expect(await create(input)).toMatchObject({ code: 6305, msg: 'merchant_order_duplicate' });
    const other = await makeKey(app, await makeMerchant(app));
    expect(dataOf(await create(input, { signedWith: other })).order_id).toBe(input.order_id);
  });

  it('a hundred at once: every one is answered for itself, refusals among them, and two with one number make one order', async () => {
    const inputs = Array.from({ length: 100 }, (_, index) => wish(index % 10 === 3 ? { amount: '0.00' } : {}));
    const twin = wish();
    const answers = await Promise.all([...inputs, twin, twin].map((input) => create(input)));
    inputs.forEach((input, index) => {
      if (index % 10 === 3) expect(answers[index]?.msg).toBe('order_amount_out_of_range');
      else expect(answers[index]?.data).toMatchObject({ order_id: input.order_id });
    });
    expect(
      answers
        .slice(100)
        .map(({ msg }) => msg)
        .sort(),
    ).toEqual(['merchant_order_duplicate', 'ok']);
  });
});

describe('idempotency', () => {
  it('same key, same request: the first answer again, and no second order', async () => {
    const input = wish();
    const first = await create(input, { idempotencyKey: input.order_id });
    const second = await create(input, { idempotencyKey: input.order_id });
    expect(second).toMatchObject({ code: 42110, msg: 'already_done', data: first.data });
    expect(await app.sql('select from payment_order where order_id = $1', [input.order_id])).toHaveLength(1);
  });

  it('idempotency_mismatch: same key, another request, before every other refusal', async () => {
    const input = wish();
    const first = await create(input, { idempotencyKey: 'mine' });
    expect(await create(wish({ coin_name: 'USDT' }), { idempotencyKey: 'mine' })).toMatchObject({
      code: 6101,
      msg: 'idempotency_mismatch',
    });
    expect(await app.call(openOrderClose, { order_id: input.order_id }, { signedWith, idempotencyKey: 'mine' })).toMatchObject({
      msg: 'idempotency_mismatch',
    });
    // The key keeps its answer.
    expect(await create(input, { idempotencyKey: 'mine' })).toMatchObject({ code: 42110, data: first.data });
  });

  it('a refused request is refused again under its key, whatever has changed; mended, it takes another', async () => {
    const input = wish();
    const { markets } =
      (await app.sql<{ markets: string }>('select markets::text from merchant where merchant_id = $1', [merchant.merchant_id]))[0] ?? {};
    await app.sql(`update merchant set markets = '{}' where merchant_id = $1`, [merchant.merchant_id]);
    expect((await create(input, { idempotencyKey: 'again' })).msg).toBe('market_not_enabled');
    await app.sql('update merchant set markets = $2::text[] where merchant_id = $1', [merchant.merchant_id, markets]);
    expect((await create(input, { idempotencyKey: 'again' })).msg).toBe('market_not_enabled');
    expect((await create(input, { idempotencyKey: 'mended' })).msg).toBe('ok');
  });

  it('a refused closing is refused again under its key', async () => {
    const input = wish();
    const close = (idempotencyKey: string) => app.call(openOrderClose, { order_id: input.order_id }, { signedWith, idempotencyKey });
    expect((await close('early')).msg).toBe('order_unknown');
    expect((await create(input)).msg).toBe('ok');
    expect((await close('early')).msg).toBe('order_unknown');
    expect((await close('later')).msg).toBe('ok');
  });

  it('twenty at once under one key: one order, and nobody gets another answer than that', async () => {
    const input = wish();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(input, { idempotencyKey: `k-${input.order_id}` })));
    const serials = new Set(answers.flatMap(({ data }) => (data ? [data.serial_number] : [])));
    expect(serials.size).toBe(1);
    expect(new Set(answers.map(({ msg }) => msg)).isSubsetOf(new Set(['ok', 'already_done', 'request_in_progress']))).toBe(true);
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
  });

  it("a key is its merchant's own", async () => {
    const other = await makeKey(app, await makeMerchant(app));
    expect((await create(wish(), { idempotencyKey: 'shared' })).msg).toBe('ok');
    expect((await create(wish(), { idempotencyKey: 'shared', signedWith: other })).msg).toBe('ok');
  });
});

describe('the signature, in order of precedence', () => {
  const payload = () => JSON.stringify(wish());
  const post = async (headers: Record<string, string | undefined>, body: string, remoteAddress = '127.0.0.1') => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string>;
    const response = await app.fastify.inject({ method: 'POST', url: openOrderCreate.path, headers: given, payload: body, remoteAddress });
    return { status: response.statusCode, ...(response.json() as { msg: string }) };
  };
  const signed = (body: string, key = signedWith) => headersOf(openOrderCreate, body, { signedWith: key });

  it.each(['purser-key', 'purser-timestamp', 'purser-nonce', 'purser-signature'])('signature_missing: %s', async (header) => {
    const body = payload();
    expect(await post({ ...signed(body, { access_key: 'pk_1_unknown', secret: 'x' }), [header]: undefined }, body)).toMatchObject({
      status: 401,
      msg: 'signature_missing',
    });
  });

  it('access_key_unknown, before the address and the time are looked at', async () => {
    const body = payload();
    for (const access_key of ['nonsense', `pk_${merchant.merchant_id.toString(36)}_${'0'.repeat(20)}`]) {
      const headers = { ...signed(body, { access_key, secret: 'x' }), 'purser-timestamp': '1' };
      expect(await post(headers, body)).toMatchObject({ status: 401, msg: 'access_key_unknown' });
    }
  });

  it('key_ip_refused, before the time; addresses and ranges permit', async () => {
    const body = payload();
    const key = await makeKey(app, await makeMerchant(app), ['203.0.113.0/24', '2001:db8::1']);
    expect(await post({ ...signed(body, key), 'purser-timestamp': '1' }, body, '198.51.100.1')).toMatchObject({
      status: 403,
      msg: 'key_ip_refused',
    });
    expect(await post(signed(body, key), body, '203.0.113.9')).toMatchObject({ msg: 'ok' });
    const other = payload();
    expect(await post(signed(other, key), other, '2001:db8::1')).toMatchObject({ msg: 'ok' });
  });

  it('timestamp_out_of_window, before the signature', async () => {
    const body = payload();
    for (const timestamp of [Date.now() / 1000 - 302, Date.now() / 1000 + 302, Number.NaN]) {
      const headers = { ...signed(body), 'purser-timestamp': String(Math.floor(timestamp)) };
      expect(await post(headers, body)).toMatchObject({ status: 401, msg: 'timestamp_out_of_window' });
    }
  });

  it('signature_wrong: another secret, body, nonce, method or half a signature', async () => {
    const body = payload();
    expect(await post(signed(body, { ...signedWith, secret: 'wrong' }), body)).toMatchObject({ status: 401, msg: 'signature_wrong' });
    expect(await post(signed(body), body.replace('12.50', '0.50'))).toMatchObject({ msg: 'signature_wrong' });
    expect(await post({ ...signed(body), 'purser-nonce': 'other' }, body)).toMatchObject({ msg: 'signature_wrong' });
    const headers = signed(body);
    expect(await post({ ...headers, 'purser-signature': headers['purser-signature']?.slice(0, 32) }, body)).toMatchObject({
      msg: 'signature_wrong',
    });
  });

  it('nonce_replayed: the same signed request has no effect a second time, not even at the same moment', async () => {
    const body = payload();
    const headers = signed(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(headers, body)));
    expect(answers.map(({ msg }) => msg).sort()).toEqual(['nonce_replayed', 'nonce_replayed', 'nonce_replayed', 'nonce_replayed', 'ok']);
    expect(await post(headers, body)).toMatchObject({ status: 401, msg: 'nonce_replayed' });
  });

  it('a replayed nonce does not even get the answer that its idempotency key keeps', async () => {
    const body = payload();
    const headers = { ...signed(body), 'idempotency-key': 'with-nonce' };
    expect(await post(headers, body)).toMatchObject({ msg: 'ok' });
    expect(await post(headers, body)).toMatchObject({ msg: 'nonce_replayed' });
  });
});

describe('query', () => {
  it("finds an order by either number, and only the merchant's own", async () => {
    const input = wish();
    const order = dataOf(await create(input));
    expect(dataOf(await app.call(openOrderQuery, { order_id: input.order_id }, { signedWith }))).toEqual(order);
    expect(dataOf(await app.call(openOrderQuery, { serial_number: order.serial_number }, { signedWith }))).toEqual(order);
    const other = await makeKey(app, await makeMerchant(app));
    expect(await app.call(openOrderQuery, { serial_number: order.serial_number }, { signedWith: other })).toMatchObject({
      code: 6301,
      msg: 'order_unknown',
    });
  });
});

describe('close', () => {
  const close = (orderId: string, options: object = {}) => app.call(openOrderClose, { order_id: orderId }, { signedWith, ...options });

  it('cancels for the merchant; closing again is already done', async () => {
    const order = dataOf(await create(wish()));
    expect(dataOf(await close(order.order_id))).toMatchObject({ order_status: 'cancelled', cancelled_by: 'merchant' });
    expect(await close(order.order_id)).toMatchObject({ code: 42110, data: { order_status: 'cancelled' } });
  });

  it('replays under one key, and refuses the key for another order', async () => {
    const [one, other] = [dataOf(await create(wish())), dataOf(await create(wish()))];
    const first = await close(one.order_id, { idempotencyKey: 'close-1' });
    expect(await close(one.order_id, { idempotencyKey: 'close-1' })).toMatchObject({ code: 42110, data: first.data });
    expect(await close(other.order_id, { idempotencyKey: 'close-1' })).toMatchObject({ msg: 'idempotency_mismatch' });
  });

  it('order_unknown', async () => {
    expect(await close('no-such')).toMatchObject({ code: 6301, msg: 'order_unknown' });
    const foreign = dataOf(await create(wish()));
    const other = await makeKey(app, await makeMerchant(app));
    expect(await close(foreign.order_id, { signedWith: other })).toMatchObject({ msg: 'order_unknown' });
  });

  it('order_already_paid', async () => {
    const order = dataOf(await create(wish()));
    await app.sql("update payment_order set status = 'paid', paid_time = now(), payer_id = 50000001 where serial_number = $1", [
      order.serial_number,
    ]);
    expect(await close(order.order_id)).toMatchObject({ code: 6302, msg: 'order_already_paid' });
  });

  it('order_expired, also in the moment before the expiry job has come round', async () => {
    const order = dataOf(await create(wish()));
    await app.sql("update payment_order set expire_time = now() - interval '1 second' where serial_number = $1", [order.serial_number]);
    const expired = { code: 6303, msg: 'order_expired', detail: expect.stringMatching(/ was \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./) };
    expect(await close(order.order_id)).toMatchObject(expired);
    await expireDueOrders(app.platform);
    expect(await close(order.order_id)).toMatchObject({ msg: 'order_expired' });
  });
});

describe('expiry', () => {
  const due = (serialNumber: string) =>
    app.sql("update payment_order set expire_time = now() - interval '1 second' where serial_number = $1", [serialNumber]);

  it('expires what nobody paid in time, and only that', async () => {
    const [late, scanned, early] = [dataOf(await create(wish())), dataOf(await create(wish())), dataOf(await create(wish()))];
    await app.sql("update payment_order set status = 'scanned' where serial_number = $1", [scanned.serial_number]);
    await due(late.serial_number);
    await due(scanned.serial_number);
    expect(await expireDueOrders(app.platform)).toBe(2);
    const status = async (orderId: string) => dataOf(await app.call(openOrderQuery, { order_id: orderId }, { signedWith })).order_status;
    expect(await status(late.order_id)).toBe('expired');
    expect(await status(scanned.order_id)).toBe('expired');
    expect(await status(early.order_id)).toBe('created');
  });

  it('leaves an order alone that a payment holds, and does not wait for it', async () => {
    const order = dataOf(await create(wish()));
    await due(order.serial_number);
    await app.platform.db.systemTransaction(async (client) => {
      await client.query('select from payment_order where merchant_id = $1 and serial_number = $2 for update', [
        merchant.merchant_id,
        order.serial_number,
      ]);
      expect(await expireDueOrders(app.platform)).toBe(0);
    });
    expect(await expireDueOrders(app.platform)).toBe(1);
  });

  it('takes them by the hundred, however many there are', async () => {
    await Promise.all(Array.from({ length: 620 }, () => create(wish({ order_id: `bulk-${(made += 1)}` }))));
    await app.sql("update payment_order set expire_time = now() where order_id like 'bulk-%'");
    const counts = await Promise.all([expireDueOrders(app.platform), expireDueOrders(app.platform)]);
    expect(counts[0] + counts[1]).toBe(620);
  });
});

describe('events', () => {
  it('are written for a merchant with an address, once per change, with the order as it was then', async () => {
    const other = await makeMerchant(app);
    const key = await makeKey(app, other);
    await giveEndpoint(app, other.merchant_id);
    const order = dataOf(await create(wish(), { signedWith: key }));
    await create(wish({ order_id: order.order_id }), { signedWith: key });
    await app.call(openOrderClose, { order_id: order.order_id }, { signedWith: key });
    await app.call(openOrderClose, { order_id: order.order_id }, { signedWith: key });
    const events = await eventsOf(order.serial_number);
    expect(events.map(({ event_type }) => event_type)).toEqual(['order.created', 'order.cancelled']);
    expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'order.created', timestamp: order.create_time, data: order },
      { type: 'order.cancelled', data: { order_status: 'cancelled', cancelled_by: 'merchant' } },
    ]);
  });

  it('are not written for a merchant without one', async () => {
    const order = dataOf(await create(wish()));
    expect(await eventsOf(order.serial_number)).toEqual([]);
  });

  it('tell the consoles at once', async () => {
    const told = new Promise((resolve) => app.platform.hub.onMerchant(merchant.merchant_id, resolve));
    await create(wish());
    expect(await told).toEqual(['orders']);
  });
});

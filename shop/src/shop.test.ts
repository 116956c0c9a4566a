import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createShop } from './shop.ts';
import { LANGUAGES, TEXTS } from './texts.ts';

/** A stand-in for Purser that knows one state at a time; the real one is on the other side in the end-to-end tests. */
const purser = {
  status: 'created',
  refuse: undefined as string | undefined,
  created: [] as { order_id: string }[],
  languages: [] as string[],
};
const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let purserServer: Server;
let shop: Server;
let base = '';

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  purserServer = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const input = JSON.parse(body) as { order_id: string; amount?: string; coin_name?: string; description?: string };
    purser.languages.push(String(request.headers['language']));
    if (request.url?.endsWith('/create')) purser.created.push(input);
    if (request.url?.endsWith('/close')) purser.status = 'cancelled';
    const refused = purser.refuse;
    const data = {
      serial_number: 'PO1',
      order_id: input.order_id,
      amount: '1234.50',
      coin_name: 'USDP',
      description: '<b>Tides</b>',
      order_status: purser.status,
      payment_url: 'http://pay.example/pay/t',
    };
    const outcome = refused
      ? { code: 6301, msg: 'order_unknown', detail: refused, data: null }
      : { code: 200, msg: 'ok', detail: '', data };
    response.end(JSON.stringify({ ...outcome, request_id: 'r' }));
  });
  const purserUrl = await listen(purserServer);
  shop = createShop({ publicUrl: 'http://shop.example/shop', purserUrl, accessKey: 'ak', secret: 's', webhookSecret });
  base = `${await listen(shop)}/shop`;
});
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
  purserServer.closeAllConnections();
  purserServer.close();
});
beforeEach(() => Object.assign(purser, { status: 'created', refuse: undefined, created: [], languages: [] }));

const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers, redirect: 'manual' });
const post = (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(base + path, { method: 'POST', body, headers, redirect: 'manual' });

function webhook(id: string, type: string, orderId: string, secret = webhookSecret) {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { order_id: orderId } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return post('/webhook', body, headers);
}

it('shows its goods in four languages, each page with one heading and no text missing', async () => {
  for (const language of LANGUAGES) {
    const page = await (await get('', { cookie: `shop_language=${language}` })).text();
    expect(page).toContain(TEXTS[language].about);
    expect(page).not.toContain('undefined');
    expect(page.match(/<h1>/g)).toHaveLength(1);
  }
  const vietnamese = await (await get('?market=VND', { 'accept-language': 'vi-VN,vi;q=0.9' })).text();
  expect(vietnamese).toContain('310,000.00 <span class="coin">VNDT</span>');
});

it('buys: creates the order under its own number and sends the payer to the payment page', async () => {
  const answer = await post('/buy', new URLSearchParams({ good: 'tides', market: 'CNY' }), { cookie: 'shop_language=vi' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://pay.example/pay/t']);
  const [order] = purser.created;
  expect(order).toMatchObject({
    coin_name: 'CNYT',
    amount: '88.00',
    description: 'Một năm thủy triều',
    language: 'vi',
    return_address: `http://shop.example/shop/order/${order?.order_id}`,
  });
  expect(purser.languages).toEqual(['vi']);
  expect(answer.headers.get('set-cookie')).toContain(String(order?.order_id));
});

it('says in the shop what Purser refused', async () => {
  purser.refuse = 'The merchant is <suspended>.';
  const answer = await post('/buy', new URLSearchParams({ good: 'tides', market: 'USD' }));
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('The merchant is &lt;suspended&gt;.');
});

it('shows the order as Purser has it, whatever the address says, and lets an open one be cancelled', async () => {
  const page = await (await get('/order/HB-0000000001?order_status=paid')).text();
  expect(page).toContain('data-status="created"');
  expect(page).toContain('1,234.50');
  expect(page).toContain('&lt;b&gt;Tides&lt;/b&gt;');
  expect((await post('/order/HB-0000000001/cancel', '')).headers.get('location')).toBe('/shop/order/HB-0000000001');
  const cancelled = await (await get('/order/HB-0000000001')).text();
  expect(cancelled).toContain('data-status="cancelled"');
  expect(cancelled).not.toContain('/cancel"');
});

it('shows a verified webhook once, however often it comes, and refuses a forged one', async () => {
  expect((await webhook('evt_1', 'order.paid', 'HB-0000000002')).status).toBe(204);
  expect((await webhook('evt_1', 'order.paid', 'HB-0000000002')).status).toBe(204);
  expect((await webhook('evt_2', 'order.paid', 'HB-0000000002', 'whsec_AAAAAAAA')).status).toBe(400);
  expect((await webhook('evt_3', 'ping', 'none')).status).toBe(204);
  const page = await (await get('/order/HB-0000000002')).text();
  expect(page.match(/data-event="order.paid"/g)).toHaveLength(1);
  expect(page).toContain('webhook-id: evt_1');
});

it('tells an open page at once that a webhook came', async () => {
  const stream = await get('/order/HB-0000000003/live?seen=created.0');
  const reader = stream.body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toContain('hello');
  await webhook('evt_4', 'order.created', 'HB-0000000003');
  expect(await read()).toContain('event: changed');
  await reader?.cancel();
});

it('goes back only to its own pages after a choice', async () => {
  const back = async (to: string) => (await get(`/choose?theme=night&back=${encodeURIComponent(to)}`)).headers.get('location');
  expect(await back('/shop/order/HB-0000000001')).toBe('/shop/order/HB-0000000001');
  for (const evil of ['https://evil.example', '//evil.example', '/shopping', '']) expect(await back(evil)).toBe('/shop');
});

it('answers what it does not know', async () => {
  expect((await get('/order/nonsense')).status).toBe(404);
  expect((await get('/nowhere')).status).toBe(404);
  expect((await post('/webhook', 'x'.repeat(70_000)).catch(() => ({ status: 413 }))).status).toBe(413);
  purser.refuse = 'no such order';
  expect((await get('/order/HB-0000000009')).status).toBe(404);
});

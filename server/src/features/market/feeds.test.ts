import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as calls from '@purser/contract/features/market';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeRate } from '../../domain/exchange-rate.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { fetchDueRates } from './feed-jobs.ts';
import { addMarket, approveBy, coinShownTo, waitsOf } from './testing/two-people.ts';

/** Rates that follow a feed on this machine. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let coin: string;
let server: Server;
let answer: RequestListener;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  app = await createTestApp({ routes: allRoutes, settings: { webhookAllow: [{ network: '127.0.0.1/32', port: portOf() }] } });
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
  ({ coin } = await addMarket(one));
  says('0.93');
});
afterEach(() => app.sql('delete from rate_feed'));

const portOf = () => (server.address() as AddressInfo).port;
const says = (rate: string): void => {
  answer = (_request, response) => response.end(`{"data":{"price":${rate}}}`);
};
const FEED = { pointer: '/data/price', spread_rate: '1', every_s: 30, stale_after_s: 300, jump_rate: '5' };
const setFeed = async (wish: object = {}) =>
  one.call(calls.marketFeedSet, {
    coin_name: coin,
    ...FEED,
    address: `http://127.0.0.1:${portOf()}/rates`,
    reason: 'Follows the market',
    google_code: await one.code(),
    ...wish,
  });
const accept = async (rate: string) =>
  one.call(calls.marketFeedAccept, { coin_name: coin, rate, reason: 'It is right', google_code: await one.code() });
/** Two people let the rate follow the feed, and the worker hears it. */
async function follow(wish: object = {}): Promise<void> {
  expect(await approveBy(two, waitsOf(await setFeed(wish)).approval_id)).toMatchObject({ code: 200 });
}
const fetchNow = async (timeoutMs?: number) => {
  await app.sql(`update rate_feed set next_fetch_at = now()`);
  await fetchDueRates(app.platform, timeoutMs);
};
const coinNow = () => coinShownTo(one, coin);
const rates = async () => {
  const of = (direction: 'from_usdt' | 'to_usdt') =>
    app.platform.db.scoped(10_000_001, async (tx) => {
      try {
        return (await exchangeRate(tx, coin, direction)).rate;
      } catch (error) {
        return (error as { outcome: string }).outcome;
      }
    });
  return [await of('from_usdt'), await of('to_usdt')];
};
const CLOSED = ['rate_unavailable', 'rate_unavailable'];

describe('a rate that follows a feed', () => {
  it('wants two people, is closed until the feed was heard, and then differs by the spread', async () => {
    const { why, approval_id } = waitsOf(await setFeed());
    expect(why).toMatchObject([{ name: 'rate_feed', before: '0.92', change: null, bound: null }]);
    await fetchNow();
    expect(await rates()).toEqual(['0.92', '0.92']);
    expect(await approveBy(two, approval_id)).toMatchObject({ code: 200 });
    expect(await rates()).toEqual(CLOSED);
    await fetchNow();
    expect(await rates()).toEqual(['0.9207', '0.9393']);
    expect(await coinNow()).toMatchObject({
      rate: { price_type: 'floating', rate: '0.9207', rate_to_usdt: '0.9393', set_by: 'feed' },
      feed: { is_stale: false, held_rate: null, problem: null, spread_rate: '1.00' },
    });
  });

  it('has a next one in its history only when it changes, and is asked for when it is due', async () => {
    await follow();
    const rows = async () =>
      Number((await app.sql<{ rows: string }>('select count(*) as rows from coin_rate where coin = $1', [coin]))[0]?.rows);
    await fetchNow();
    const [first, before] = [await rows(), asked];
    await fetchNow();
    expect([await rows(), asked]).toEqual([first, before + 1]);
    await fetchDueRates(app.platform);
    expect(asked).toBe(before + 1);
    says('"0.931"');
    await fetchNow();
    expect(await rows()).toBe(first + 1);
    const { list } = dataOf(await one.call(calls.marketRateHistory, { coin_name: coin }));
    expect(list.map(({ rate }) => rate)).toEqual(['0.92169', '0.9207', null, '0.92']);
  });

  it('keeps every digit that the feed wrote', async () => {
    await follow({ spread_rate: '0' });
    says('0.930000000000000001');
    await fetchNow();
    expect(await rates()).toEqual(['0.930000000000000001', '0.930000000000000001']);
  });

  it('is fixed again by one person within the bound, and the feed is asked no more', async () => {
    await follow();
    await fetchNow();
    const fixed = await one.call(calls.marketRateSet, { coin_name: coin, rate: '0.925', reason: 'Calm', google_code: await one.code() });
    expect(dataOf(fixed)).toEqual({ waits: null });
    const before = asked;
    await fetchNow();
    expect([asked, await rates()]).toEqual([before, ['0.925', '0.925']]);
  });
});

describe('trying a feed', () => {
  const attempt = (wish: object = {}, by = one) =>
    by.call(calls.marketFeedTry, { address: `http://127.0.0.1:${portOf()}/rates`, pointer: '/data/price', ...wish });

  it('says what it answers now, and keeps nothing', async () => {
    says('0.930000000000000001');
    const began = Date.now();
    const tried = dataOf(await attempt());
    expect(tried).toMatchObject({ rate: '0.930000000000000001', problem: null });
    expect(Math.abs(Date.parse(tried.time) - began)).toBeLessThan(5_000);
    expect(await app.sql('select from rate_feed')).toEqual([]);
    expect(await rates()).toEqual(['0.92', '0.92']);
  });

  it.each([
    [{ pointer: '/data/nothing' }, 'no_number'],
    [{ address: 'http://10.0.0.7/rates' }, 'address_refused'],
    [{ address: 'http://169.254.169.254/latest/meta-data' }, 'address_refused'],
    [{ address: 'http://localhost:5432/' }, 'address_refused'],
    [{ address: 'https://user:secret@rates.example/' }, 'address_refused'],
  ])('says why %j is of no use', async (wish, problem) => {
    expect(dataOf(await attempt(wish))).toMatchObject({ rate: null, problem });
  });

  it('is not for who may not set one, nor without end', async () => {
    expect(await attempt({}, await makeStaff(app, 'auditor'))).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await attempt({ address: 'file:///etc/passwd' })).toMatchObject({ msg: 'invalid_input' });
    const eager = await makeStaff(app, 'finance');
    await app.sql(`delete from throttle`);
    const before = asked;
    for (let n = 0; n < 30; n += 1) expect(await attempt({}, eager)).toMatchObject({ code: 200 });
    expect(await attempt({}, eager)).toMatchObject({ msg: 'too_many_requests' });
    expect(asked - before).toBe(30);
  });
});

describe('a feed that', () => {
  const faults: [string, RequestListener, string][] = [
    ['fails', (_request, response) => response.writeHead(500).end('{"data":{"price":0.93}}'), 'status'],
    ['leads elsewhere', (_request, response) => response.writeHead(302, { location: '/other' }).end(), 'redirect'],
    ['does not answer', () => undefined, 'timeout'],
    ['answers without end', (_request, response) => void response.writeHead(200).write('{"data":'), 'timeout'],
    ['hangs up', (request) => request.socket.destroy(), 'connection'],
    ['says nonsense', (_request, response) => response.end('<html>0.93</html>'), 'no_number'],
    ['says something else', (_request, response) => response.end('{"data":{"price":{"value":0.93}}}'), 'no_number'],
    ['says a negative rate', (_request, response) => response.end('{"data":{"price":-0.93}}'), 'no_number'],
    ['says too much', (_request, response) => response.end(`{"data":{"price":0.93},"more":"${'x'.repeat(70_000)}"}`), 'too_large'],
  ];
  it.each(faults)('%s changes nothing, is told, and closes its coin once it is too old', async (_what, listener, problem) => {
    await follow();
    await fetchNow();
    answer = listener;
    await fetchNow(problem === 'timeout' ? 300 : undefined);
    expect(await rates()).toEqual(['0.9207', '0.9393']);
    expect((await coinNow())?.feed).toMatchObject({ problem, is_stale: false });
    await app.sql(`update rate_feed set taken_at = (taken_at at time zone 'UTC' - interval '301 seconds') at time zone 'UTC'`);
    expect(await rates()).toEqual(CLOSED);
    expect((await coinNow())?.feed).toMatchObject({ is_stale: true });
    says('0.93');
    await fetchNow();
    expect(await rates()).toEqual(['0.9207', '0.9393']);
    expect((await coinNow())?.feed).toMatchObject({ problem: null, is_stale: false });
  });

  it('leads to an address that is not allowed is not asked', async () => {
    await follow({ address: `http://127.0.0.1:${portOf() + 1}/rates` });
    await fetchNow();
    expect((await coinNow())?.feed).toMatchObject({ problem: 'address_refused', is_stale: true });
  });

  it('jumps is held until it comes back by itself', async () => {
    await follow();
    await fetchNow();
    says('1.93');
    await fetchNow();
    expect(await rates()).toEqual(['0.9207', '0.9393']);
    expect((await coinNow())?.feed).toMatchObject({ held_rate: '1.93' });
    says('0.94');
    await fetchNow();
    expect((await coinNow())?.feed).toMatchObject({ held_rate: null });
    expect((await rates())[0]).toBe('0.9306');
  });

  it('jumps goes on from there when staff accept it: two where the bound of rates wants it', async () => {
    await follow();
    await fetchNow();
    says('1.93');
    await fetchNow();
    expect(await accept('1.5')).toMatchObject({ msg: 'terms_changed' });
    const { why, approval_id } = waitsOf(await accept('1.93'));
    expect(why).toMatchObject([{ name: 'rate', after: '1.93' }]);
    expect((await rates())[0]).toBe('0.9207');
    expect(await approveBy(two, approval_id)).toMatchObject({ code: 200 });
    // What it says by then is what holds, as long as it is near what was accepted.
    says('1.94');
    await fetchNow();
    expect((await rates())[0]).toBe('1.9206');
  });

  it('has come back by itself before a second person approves goes on as it is', async () => {
    await follow();
    await fetchNow();
    says('1.93');
    await fetchNow();
    const { approval_id } = waitsOf(await accept('1.93'));
    says('0.94');
    await fetchNow();
    expect(await approveBy(two, approval_id)).toMatchObject({ msg: 'terms_changed' });
    await fetchNow();
    expect((await coinNow())?.feed).toMatchObject({ held_rate: null });
    expect((await rates())[0]).toBe('0.9306');
  });

  it('is changed while it is asked is not believed', async () => {
    await follow();
    answer = (_request, response) =>
      void app.sql('update rate_feed set version = version + 1').then(() => response.end('{"data":{"price":0.93}}'));
    await fetchNow();
    expect(await rates()).toEqual(CLOSED);
  });
});

it.each([
  ['address', { address: 'ftp://rates.example' }],
  ['address', { address: 'https://user:secret@rates.example' }],
  ['pointer', { pointer: 'data' }],
  ['spread_rate', { spread_rate: '50.01' }],
  ['every_s', { every_s: 4 }],
  ['stale_after_s', { stale_after_s: 30 }],
  ['jump_rate', { jump_rate: '0' }],
  ['reason', { reason: '' }],
])('a feed with a wrong %s is refused at its field', async (field, wrong) => {
  expect(await setFeed(wrong)).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field }] } });
  expect(await app.sql('select from rate_feed')).toEqual([]);
});

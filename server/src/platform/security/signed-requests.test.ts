import { call } from '@purser/contract/call';
import { SIGNATURE_HEADERS, SIGNATURE_WINDOW_S, textToSign, type SignedParts } from '@purser/contract/signature';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoute, signedRoute, type Route } from '../http/route.ts';
import { ipPermitted } from './signed-requests.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { expectKeptPlan } from '../testing/kept-plan.ts';
import { makeMerchant, type TestMerchant } from '../testing/parties.ts';

const act = call({
  path: '/v1/open/test/act',
  caller: 'access_key',
  write: true,
  summary: 'Says whose key it was',
  input: z.strictObject({ text: z.string().max(100).optional() }),
  output: z.unknown(),
});
const read = call({
  method: 'GET',
  path: '/v1/open/test/read',
  caller: 'access_key',
  summary: 'Answers with its query',
  input: z.strictObject({ text: z.string().optional(), other: z.string().optional() }),
  output: z.unknown(),
});
const whoAmI = call({
  path: '/v1/test/address',
  caller: 'public',
  summary: 'Says where from',
  input: z.strictObject({}),
  output: z.unknown(),
});
const routes = (): Route[] => [
  signedRoute(act, async (input, { merchantId }) => ({ merchantId, ...input })),
  signedRoute(read, async (input, { merchantId }) => ({ merchantId, ...input })),
  publicRoute(whoAmI, async (_input, { ip }) => ({ ip })),
];

interface Key {
  readonly access_key: string;
  readonly secret: string;
}

let app: TestApp;
let merchant: TestMerchant;
let key: Key;

beforeAll(async () => {
  app = await createTestApp({ routes });
  merchant = await makeMerchant(app);
  key = await makeKey(app, merchant);
});
afterAll(() => app.close());

async function makeKey(on: TestApp, { merchant_id }: TestMerchant, ipPermission: string[] = []): Promise<Key> {
  const made = {
    access_key: `pk_${merchant_id.toString(36)}_${randomBytes(12).toString('hex')}`,
    secret: `sk_${randomBytes(32).toString('base64url')}`,
  };
  const sealed = on.platform.secrets.seal('access-key', made.secret);
  await on.sql('insert into access_key (merchant_id, access_key, secret, ip_permission) values ($1, $2, $3, $4)', [
    merchant_id,
    made.access_key,
    sealed,
    ipPermission,
  ]);
  return made;
}

interface Wish {
  readonly with?: Key;
  readonly body?: string;
  readonly path?: string;
  readonly query?: string;
  readonly method?: 'GET' | 'POST';
  /** What is signed, where it differs from what is sent. */
  readonly signed?: Partial<SignedParts>;
  /** Seconds off the server's clock. */
  readonly off?: number;
  readonly nonce?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly ip?: string;
  readonly on?: TestApp;
}

/** Sends a signed request as a merchant's system would; what the wish names is done wrong. */
async function send(wish: Wish = {}): Promise<{ status: number; msg: string; code: number; detail: string; data: unknown }> {
  const {
    with: by = key,
    body = '{}',
    path = act.path,
    query = '',
    method = 'POST',
    off = 0,
    nonce = randomBytes(12).toString('base64url'),
  } = wish;
  const timestamp = String(Math.floor(Date.now() / 1000) + off);
  const parts = {
    method,
    path,
    query,
    bodyHash: createHash('sha256')
      .update(method === 'GET' ? '' : body)
      .digest('hex'),
    timestamp,
    nonce,
    ...wish.signed,
  };
  const headers = {
    [SIGNATURE_HEADERS.key]: by.access_key,
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: createHmac('sha256', by.secret).update(textToSign(parts)).digest('hex'),
    language: 'en',
    ...(method === 'POST' && { 'content-type': 'application/json' }),
    ...wish.headers,
  };
  const sent = Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const response = await (wish.on ?? app).fastify.inject({
    method,
    url: query === '' ? path : `${path}?${query}`,
    headers: sent,
    ...(method === 'POST' && { payload: body }),
    ...(wish.ip !== undefined && { remoteAddress: wish.ip }),
  });
  return { status: response.statusCode, ...response.json<{ msg: string; code: number; detail: string; data: unknown }>() };
}

describe('a signed request', () => {
  it('is looked up by one plan that is kept', async () => {
    const headers = Object.fromEntries(Object.values(SIGNATURE_HEADERS).map((name) => [name, '1']));
    headers[SIGNATURE_HEADERS.key] = key.access_key;
    headers[SIGNATURE_HEADERS.timestamp] = String(Math.floor(Date.now() / 1000));
    await expectKeptPlan(app.platform, 'find-access-keys', () =>
      app.platform.signedRequests.identify({ headers, ip: '127.0.0.1' } as never),
    );
  });

  it('is let in as the merchant that its key names', async () => {
    expect(await send()).toMatchObject({ status: 200, code: 200, data: { merchantId: merchant.merchant_id } });
    expect(await send({ headers: { authorization: 'someone else', cookie: 'purser_wallet=x' } })).toMatchObject({ status: 200 });
  });

  it('covers the body to the byte, whatever script it is in', async () => {
    const body = '{ "text" : "Hai cốc cà phê, 两杯咖啡 ☕" }';
    expect(await send({ body })).toMatchObject({ data: { text: 'Hai cốc cà phê, 两杯咖啡 ☕' } });
    const bodyHash = createHash('sha256').update(body).digest('hex');
    expect(await send({ body: body.replace(' :', ':'), signed: { bodyHash } })).toMatchObject({ status: 401, msg: 'signature_wrong' });
  });

  it('covers the query as it was sent, all of it', async () => {
    const get = (query: string, signed: Partial<SignedParts> = {}) => send({ method: 'GET', path: read.path, query, signed });
    expect(await get('text=a%20b&other=%E8%89%AF')).toMatchObject({ status: 200, data: { text: 'a b', other: '良' } });
    expect(await get('text=what?')).toMatchObject({ status: 200, data: { text: 'what?' } });
    expect(await get('text=a?&other=b', { query: 'text=a' })).toMatchObject({ msg: 'signature_wrong' });
    expect(await get('text=a', { query: 'text=b' })).toMatchObject({ msg: 'signature_wrong' });
    expect(await get('', { query: 'text=b' })).toMatchObject({ msg: 'signature_wrong' });
    expect(await send({ query: 'x=1', signed: { query: '' } })).toMatchObject({ msg: 'signature_wrong' });
  });

  it.each([
    ['method', { method: 'GET' }],
    ['path', { path: '/v1/open/test/other' }],
    ['body', { bodyHash: createHash('sha256').update('{"text":"x"}').digest('hex') }],
    ['timestamp', { timestamp: '1' }],
    ['nonce', { nonce: 'another' }],
  ])('signature_wrong when the %s is not the one signed', async (_, signed) => {
    expect(await send({ signed })).toMatchObject({ status: 401, code: 6514, msg: 'signature_wrong' });
  });

  it.each(['', 'x', '0'.repeat(64), 'g'.repeat(64), '0'.repeat(63), '0'.repeat(66)])(
    'signature_wrong or missing for the signature %j',
    async (signature) => {
      expect((await send({ headers: { [SIGNATURE_HEADERS.signature]: signature } })).status).toBe(401);
    },
  );

  it('has a signature in one spelling: 64 hexadecimal digits and nothing after', async () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const text = textToSign({
      method: 'POST',
      path: act.path,
      query: '',
      bodyHash: createHash('sha256').update('{}').digest('hex'),
      timestamp,
      nonce: 'one-spelling',
    });
    const right = createHmac('sha256', key.secret).update(text).digest('hex');
    const as = (signature: string) =>
      send({ nonce: 'one-spelling', headers: { [SIGNATURE_HEADERS.timestamp]: timestamp, [SIGNATURE_HEADERS.signature]: signature } });
    expect(await as(`${right}zz`)).toMatchObject({ msg: 'signature_wrong' });
    expect(await as(`${right}0`)).toMatchObject({ msg: 'signature_wrong' });
    expect(await as(right.toUpperCase())).toMatchObject({ status: 200 });
  });

  it('whose signature is wrong is told what was to be signed, so that its maker sees what differs', async () => {
    const { data } = await send({ body: '{"text":"a"}', query: 'x=1', nonce: 'to-be-told', signed: { query: '' } });
    const bodyHash = createHash('sha256').update('{"text":"a"}').digest('hex');
    const told = expect.stringMatching(new RegExp(`^POST\n${act.path}\nx=1\n${bodyHash}\n\\d{10}\nto-be-told$`));
    expect(data).toEqual({ text_to_sign: told });
  });

  it("whose time is off is told the server's, and whose nonce is too long is told so", async () => {
    const { detail } = await send({ off: 301, headers: { language: 'en' } });
    const [, told] = /server's time, (\d{10}) in Unix seconds\.$/.exec(detail) ?? [];
    expect(Math.abs(Number(told) - Date.now() / 1000)).toBeLessThan(120);
    expect((await send({ nonce: 'x'.repeat(65), headers: { language: 'en' } })).detail).toContain('purser-nonce is missing or too long');
  });

  it('whose body is named another form than JSON is told so, not that its signature is wrong', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      expect(await send({ headers: { 'content-type': type } }), type).toMatchObject({
        status: 400,
        msg: 'invalid_input',
        data: { fields: [{ field: 'content-type', problem: 'must be application/json' }] },
      });
    }
  });

  it('cannot pass a body by the signature in another form than JSON', async () => {
    const empty = createHash('sha256').update('').digest('hex');
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      expect(await send({ body: 'text=unsigned', headers: { 'content-type': type }, signed: { bodyHash: empty } }), type).toMatchObject({
        status: 400,
        msg: 'invalid_input',
      });
    }
  });
});

describe('the order of refusals: each is met with everything after it wrong as well', () => {
  const wrongSignature = { signed: { path: 'wrong' } };

  it.each(Object.values(SIGNATURE_HEADERS))('1. signature_missing names the header %s', async (header) => {
    const unknown = { ...key, access_key: 'pk_zz_0000000000000000' };
    expect(
      await send({ with: header === SIGNATURE_HEADERS.key ? key : unknown, off: 9_999, body: '[]', headers: { [header]: undefined } }),
    ).toMatchObject({
      status: 401,
      code: 6510,
      msg: 'signature_missing',
      detail: expect.stringContaining(header),
    });
    expect(await send({ headers: { [header]: '' } })).toMatchObject({ msg: 'signature_missing' });
  });

  it.each(['pk_zz_0000000000000000', 'nonsense', 'pk__', 'pk_zzzzzzzzzzz_0000000000000000', "pk_1'_0000000000000000"])(
    '2. access_key_unknown: %s',
    async (access_key) => {
      expect(await send({ with: { ...key, access_key }, off: 9_999, body: '[]', ...wrongSignature })).toMatchObject({
        code: 6511,
        msg: 'access_key_unknown',
      });
    },
  );

  it('2. access_key_unknown when the key names another merchant than its own', async () => {
    const other = await makeMerchant(app);
    const access_key = key.access_key.replace(/_[0-9a-z]+_/, `_${other.merchant_id.toString(36)}_`);
    expect(await send({ with: { ...key, access_key } })).toMatchObject({ msg: 'access_key_unknown' });
  });

  it('3. key_ip_refused (HTTP 403) names the address', async () => {
    const bound = await makeKey(app, merchant, ['198.51.100.0/24']);
    expect(await send({ with: bound, ip: '203.0.113.7', off: 9_999, body: '[]', ...wrongSignature })).toMatchObject({
      status: 403,
      code: 6512,
      msg: 'key_ip_refused',
      detail: 'The IP 203.0.113.7 is not permitted for this access key.',
    });
    expect(await send({ with: bound, ip: '198.51.100.255' })).toMatchObject({ status: 200 });
  });

  it('4. timestamp_out_of_window, 300 s before and after', async () => {
    expect(await send({ off: -302, body: '[]', ...wrongSignature })).toMatchObject({
      status: 401,
      code: 6513,
      msg: 'timestamp_out_of_window',
    });
    expect(await send({ off: 302 })).toMatchObject({ msg: 'timestamp_out_of_window' });
    expect(await send({ off: -298 })).toMatchObject({ status: 200 });
    expect(await send({ off: 298 })).toMatchObject({ status: 200 });
    for (const timestamp of ['abc', '-1', '1e9', '17952528620000', '1795252862.5', ' ']) {
      expect(await send({ headers: { [SIGNATURE_HEADERS.timestamp]: timestamp } }), timestamp).toMatchObject({ status: 401 });
    }
  });

  it('5. signature_wrong before the nonce is looked at, which stays unused', async () => {
    expect(await send({ nonce: 'kept', body: '[]', ...wrongSignature })).toMatchObject({ msg: 'signature_wrong' });
    expect(await send({ nonce: 'kept' })).toMatchObject({ status: 200 });
  });

  it('6. nonce_replayed', async () => {
    expect(await send({ nonce: 'twice' })).toMatchObject({ status: 200 });
    expect(await send({ nonce: 'twice', body: '[]' })).toMatchObject({ status: 401, code: 6515, msg: 'nonce_replayed' });
    const other = await makeKey(app, await makeMerchant(app));
    expect(await send({ nonce: 'twice', with: other })).toMatchObject({ status: 200 });
    expect(await send({ nonce: 'x'.repeat(65) })).toMatchObject({ status: 401 });
    // As long as the request's time may be taken for right, however far both clocks are off.
    const [kept] = await app.sql<{ for_s: number }>(
      "select extract(epoch from forget_at - now())::float8 as for_s from api_nonce where nonce = 'twice' limit 1",
    );
    expect(kept?.for_s).toBeGreaterThan(2 * SIGNATURE_WINDOW_S);
  });

  it('7. invalid_input last', async () => {
    expect(await send({ body: '[]' })).toMatchObject({ status: 400, msg: 'invalid_input' });
  });

  it('never takes a deleted key again', async () => {
    const gone = await makeKey(app, merchant);
    expect(await send({ with: gone })).toMatchObject({ status: 200 });
    await app.sql('delete from access_key where access_key = $1', [gone.access_key]);
    expect(await send({ with: gone })).toMatchObject({ msg: 'access_key_unknown' });
  });
});

it('of fifty at once with one nonce exactly one passes', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => send({ nonce: 'crowd' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ msg }) => msg === 'nonce_replayed')).toHaveLength(49);
});

it('notes when a key was last used, at most once a minute', async () => {
  const used = await makeKey(app, merchant);
  const lastUsed = async () =>
    (await app.sql('select last_used_at from access_key where access_key = $1', [used.access_key]))[0]?.['last_used_at'] as Date | null;
  expect(await lastUsed()).toBeNull();
  await send({ with: used, signed: { path: 'wrong' } });
  expect(await lastUsed()).toBeNull();
  await send({ with: used });
  const first = await lastUsed();
  expect(first).toBeInstanceOf(Date);
  await send({ with: used });
  expect(await lastUsed()).toEqual(first);
});

describe('permitted addresses', () => {
  it.each([
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['203.0.113.0/28'], '203.0.113.15', true],
    [['203.0.113.0/28'], '203.0.113.16', false],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['203.0.113.0/24'], '::ffff:cb00:7107', true],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['2001:db8::5'], '2001:0db8:0:0:0:0:0:5', true],
    [['2001:db8::5'], '2001:db8::6', false],
    [['0.0.0.0/0'], '2001:db8::5', false],
    [['::/0'], '203.0.113.7', false],
    [['10.0.0.1', '2001:db8::/32', '203.0.113.7'], '203.0.113.7', true],
    [[], '203.0.113.7', true],
  ])('%j, asked from %s: %s', (permitted, ip, expected) => {
    expect(ipPermitted(permitted, ip)).toBe(expected);
  });
});

describe('the address of a request', () => {
  const addressOf = async (on: TestApp, ip: string, forwarded?: string) =>
    (
      await on.call(
        whoAmI,
        {},
        { ip, ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}` } }) },
      )
    ).data;

  it('is the peer, whatever headers say, when no proxy is trusted', async () => {
    expect(await addressOf(app, '203.0.113.7', '10.0.0.1')).toEqual({ ip: '203.0.113.7' });
  });

  it('has one form: IPv4 inside IPv6 is IPv4, IPv6 is short, a zone is dropped', async () => {
    expect(await addressOf(app, '::ffff:203.0.113.7')).toEqual({ ip: '203.0.113.7' });
    expect(await addressOf(app, '2001:0db8:0000::0001')).toEqual({ ip: '2001:db8::1' });
    expect(await addressOf(app, 'fe80::1%eth0')).toEqual({ ip: 'fe80::1' });
  });

  it('is what trusted proxies forward, as far back as they are trusted', async () => {
    const behind = await createTestApp({ routes, settings: { trustedProxies: ['10.0.0.0/8', '::1'] } });
    try {
      expect(await addressOf(behind, '10.0.0.2', '198.51.100.1')).toEqual({ ip: '198.51.100.1' });
      expect(await addressOf(behind, '10.0.0.2', '6.6.6.6, 198.51.100.1, 10.9.9.9')).toEqual({ ip: '198.51.100.1' });
      expect(await addressOf(behind, '203.0.113.7', '198.51.100.1')).toEqual({ ip: '203.0.113.7' });
      expect(await addressOf(behind, '::ffff:10.0.0.2', '198.51.100.1')).toEqual({ ip: '198.51.100.1' });
      for (const junk of ['unknown', '198.51.100.1:4711', '', '<script>', '999.1.1.1', '1']) {
        expect(await addressOf(behind, '10.0.0.2', junk), junk).toEqual({ ip: '10.0.0.2' });
      }
      const bound = await makeKey(behind, await makeMerchant(behind), ['198.51.100.1']);
      const through = (forwarded: string, ip: string) => send({ on: behind, with: bound, ip, headers: { 'x-forwarded-for': forwarded } });
      expect(await through('198.51.100.1', '10.0.0.2')).toMatchObject({ status: 200 });
      expect(await through('198.51.100.1', '203.0.113.7')).toMatchObject({ msg: 'key_ip_refused' });
      expect(await through('198.51.100.1, 203.0.113.7', '10.0.0.2')).toMatchObject({ msg: 'key_ip_refused' });
    } finally {
      await behind.close();
    }
  });
});

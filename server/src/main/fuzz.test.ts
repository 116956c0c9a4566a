import type { Call } from '@purser/contract/call';
import { CALLS } from '@purser/contract/calls';
import { OUTCOMES, type OutcomeName } from '@purser/contract/errors';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, headersOf, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

/** Whatever is sent to whatever call: it is answered in an envelope, and never as a fault of ours. */

/** More by hand: PURSER_TEST_RUNS=1000. */
const RUNS = Number(process.env['PURSER_TEST_RUNS'] ?? 40);

let app: TestApp;
let merchant: TestMerchant;
let user: TestUser;
let admin: TestStaff;
let signedWith: { access_key: string; secret: string };

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  user = await makeUser(app);
  admin = await makeStaff(app, 'admin');
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  signedWith = { access_key: `pk_${merchant.merchant_id.toString(36)}_${randomBytes(12).toString('hex')}`, secret: 'sk_fuzz' };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant.merchant_id,
    signedWith.access_key,
    app.platform.secrets.seal('access-key', signedWith.secret),
  ]);
});
afterAll(() => app.close());

const CALLERS: Record<Call['caller'], () => CallOptions> = {
  public: () => ({}),
  merchant: () => ({ token: merchant.token }),
  access_key: () => ({ signedWith }),
  payer: () => ({ payerToken: user.token }),
  payer_maybe: () => ({ payerToken: user.token }),
  staff: () => ({ staffToken: admin.token }),
};

/** Ends the fuzzer's own session, streams for ever, or sends to other servers. */
const LEFT_OUT = new Set(['/v1/merchant/common/logout', '/v1/wallet/logout', '/v1/operator/logout', '/v1/merchant/events']);
const called = CALLS.filter(({ path }) => !LEFT_OUT.has(path));

const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',

  "' or 1=1 --",
  '${7*7}',
  '{{7*7}}',
  '%00',
  '../../etc/passwd',
  '<script>',
  '\r\nset-cookie: a=b',
  '\u202e',
  '￿',
  '𝟙',
  'x'.repeat(5_000),

  '2026-02-31T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  `2026-01-01T00:00:00.${'9'.repeat(300)}Z`,
  '999999999999999999',
  '0.000000000000000001',
  'USDP',
  'USDT',
  'en',
  'desc',
  'PO0',
  'A-1',
  '123456',
  '::ffff:1.2.3.4',
  '0x7f.1',
  'http://[::1]:1/',
  'javascript:alert(1)',

  [],
  {},
  [[]],
  { a: 1 },
  [null],
  { length: 1e9 },
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse('{"toString":1,"constructor":{"prototype":1}}'),
];
const nasty = fc.constantFrom(...NASTY);

const wholeNumber = fc.constantFrom('0', '1', '9'.repeat(15), '9'.repeat(18), '9'.repeat(19), '9'.repeat(60), '-1');
const order = fc.constantFrom('create_time.desc', 'create_time.asc', 'transfer_amount.desc', 'amount.desc', 'update_time.desc');
const entryOrder = fc.constantFrom('time.desc', 'time.asc', 'time.payment.desc', 'time.transfer.desc');
const place = fc.oneof(
  nasty,
  fc.string(),
  wholeNumber,
  fc.constantFrom(
    '-999999999999999999',
    '9999-12-31T23:59:59.999999Z',
    '0001-01-01T00:00:00.000000Z',
    '019ab1f0-7d3c-7000-8000-0123456789ab',
  ),
);
/** A cursor as a list, the log of deliveries or the fund flow would have written it, with junk at its places. */
const cursor = fc
  .oneof(
    fc.tuple(order, place, nasty),
    fc.tuple(order, place),
    fc.tuple(entryOrder, wholeNumber, fc.constantFrom('USDP', 'USDT', 'XX'), fc.constantFrom('main', 'reward', 'none'), wholeNumber),
  )
  .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url').slice(0, 200));
const farTime = fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', `2026-01-01T00:00:00.${'9'.repeat(300)}Z`);

/** Inputs that are right field by field more often than not, so that junk gets past the first check. */
function inputOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return fc.oneof({ weight: 6, arbitrary: valueOf(json) }, { weight: 1, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue() });
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly anyOf?: JsonSchema[];
  readonly oneOf?: JsonSchema[];
  readonly properties?: Record<string, JsonSchema>;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

function valueOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: rightValueOf(schema, name) }, { weight: 1, arbitrary: nasty });
}

function rightValueOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => valueOf(option, name)));
  switch (schema.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, field]) => [key, valueOf(field, key)])), {
        requiredKeys: [],
      });
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.max(schema.minimum ?? -9, -(2 ** 31)), max: Math.min(schema.maximum ?? 99, 2 ** 31 - 1) }),
        fc.constant(10_000_001),
      );
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textOf(schema, name);
    default:
      return nasty;
  }
}

function textOf(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  if (name === 'cursor') return cursor;
  if (schema.format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      farTime,
    );
  const junk = fc.string({ unit: 'binary', maxLength: Math.min(schema.maxLength ?? 40, 300) });
  if (schema.pattern === undefined) return junk;
  // What other languages' patterns know and this one's generator does not is tried with junk alone.
  try {
    return fc.oneof({ weight: 4, arbitrary: fc.stringMatching(new RegExp(schema.pattern)) }, { weight: 1, arbitrary: junk });
  } catch {
    return junk;
  }
}

async function send(call: Call, input: unknown, extra: CallOptions = {}): Promise<{ status: number; body: string; type: string }> {
  const options = { ...CALLERS[call.caller](), ...extra };
  const payload = call.method === 'GET' ? '' : (JSON.stringify(input) ?? '');
  const response = await app.fastify.inject({
    method: call.method,
    url: call.path,
    headers: headersOf(call, payload, options),
    ...(call.method === 'GET' ? { query: queryOf(input) } : { payload }),
  });
  return { status: response.statusCode, body: response.body, type: String(response.headers['content-type']) };
}

function queryOf(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {};
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]),
  );
}

function expectNoFault(call: Call, { status, body, type }: { status: number; body: string; type: string }): void {
  expect(status, `${call.path} answered ${body.slice(0, 500)}`).toBeLessThan(500);
  if (!type.startsWith('application/json')) return;
  const { msg, code, detail, request_id } = JSON.parse(body) as { msg: OutcomeName; code: number; detail: string; request_id: string };
  expect([OUTCOMES[msg]?.code, OUTCOMES[msg]?.http], call.path).toEqual([code, status]);
  expect(detail, call.path).not.toMatch(/\{\w+\}$/);
  expect(request_id).not.toBe('');
}

/** Refusals that come before a call's own. */
const COMMON: OutcomeName[] = [
  'ok',
  'step_required',
  'already_done',
  'advice',
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'request_in_progress',
];

describe.each(called.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  it('answers any input in an envelope, with an outcome it declares', async () => {
    await fc.assert(
      fc.asyncProperty(
        inputOf(call.input),
        fc.option(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 }), { nil: undefined }),
        async (input, key) => {
          const answer = await send(call, input, key === undefined ? {} : { idempotencyKey: key });
          expectNoFault(call, answer);
          if (!answer.type.startsWith('application/json')) return;
          expect([...COMMON, ...call.errors], `${call.path} with ${JSON.stringify(input)}`).toContain(
            (JSON.parse(answer.body) as { msg: OutcomeName }).msg,
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.runIf(call.caller !== 'public' && call.caller !== 'payer_maybe')('lets nobody in without saying who', async () => {
    const response = await app.fastify.inject({
      method: call.method,
      url: call.path,
      headers: headersOf(call, '{}'),
      ...(call.method === 'POST' && { payload: '{}' }),
    });
    expect(response.statusCode).toBe(401);
    expect(response.json<{ data: unknown }>().data).toBeNull();
  });
});

it('whatever stands in the headers, nothing of it breaks into the answer or our code', async () => {
  const header = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~é\t'), maxLength: 60 });
  const names = [
    'authorization',
    'language',
    'accept-language',
    'cookie',
    'user-agent',
    'x-forwarded-for',
    'origin',
    'host',
    'idempotency-key',
    'purser-key',
    'purser-nonce',
    'purser-timestamp',
    'purser-signature',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.record(Object.fromEntries(names.map((name) => [name, header])), { requiredKeys: [] }),
      fc.constantFrom(...called),
      async (headers, call) => {
        const sent = Object.fromEntries(Object.entries(headers as Record<string, string>).map(([name, value]) => [name, value.trim()]));
        const response = await app.fastify.inject({
          method: call.method,
          url: call.path,
          headers: { ...headersOf(call, '{}', CALLERS[call.caller]()), ...sent },
          ...(call.method === 'POST' && { payload: '{}' }),
        });
        expectNoFault(call, { status: response.statusCode, body: response.body, type: String(response.headers['content-type']) });
      },
    ),
    { numRuns: 4 * RUNS },
  );
});

it('the money is where it was, or went where a call said', async () => {
  const [row] = await app.sql(
    `select sum(available + frozen + pending)::int as sum, min(available) filter (where not unbounded)::int as least from ledger.account`,
  );
  expect(row).toMatchObject({ sum: 0 });
  expect(Number(row?.['least'])).toBeGreaterThanOrEqual(0);
});

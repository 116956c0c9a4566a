import { call } from '@purser/contract/call';
import { OUTCOMES } from '@purser/contract/errors';
import { LANGUAGES } from '@purser/contract/language';
import { Readable, Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { isDatabaseAway } from '../database/database.ts';
import { logOptions } from '../observe/log.ts';
import { refuse } from './refusal.ts';
import { Answer, publicRoute } from './route.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

const echo = {
  ...call({
    path: '/v1/test/echo',
    caller: 'public',
    write: true,
    summary: 'Answers with its input',
    input: z.strictObject({ text: z.string().max(10).optional(), deep: z.strictObject({ n: z.number().int() }).optional() }),
    output: z.unknown(),
  }),
  // Nobody keeps a visitor's key, but its form is checked all the same.
  keyed: true,
};
const tiny = call({
  path: '/v1/test/tiny',
  caller: 'public',
  bodyLimit: 64,
  summary: 'Reads little',
  input: z.unknown(),
  output: z.unknown(),
});
const fail = call({
  path: '/v1/test/fail',
  caller: 'public',
  summary: 'Fails',
  input: z.strictObject({ as: z.string() }),
  output: z.unknown(),
  errors: ['amount_below_minimum', 'busy', 'outcome_unknown', 'too_late'],
});
const look = call({
  method: 'GET',
  path: '/v1/test/look',
  caller: 'public',
  summary: 'Answers with its query',
  input: z.strictObject({ text: z.string().optional() }),
  output: z.unknown(),
});

const lines: Record<string, unknown>[] = [];
const log = pino(
  logOptions('debug'),
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  }),
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    log,
    routes: ({ db }) => [
      publicRoute(echo, async (input) => input),
      publicRoute(tiny, async () => null),
      publicRoute(look, async (input) => input),
      publicRoute(fail, async ({ as }) => {
        if (as === 'busy') throw refuse('busy');
        if (as === 'throttled') throw refuse('too_many_requests', { seconds: 7 });
        if (as === 'ours') throw new Error('the cable is unplugged');
        if (as === 'cut') {
          await db.systemTransaction(async (client) => {
            const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
            await app.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
            await client.query('select pg_sleep(1)');
          });
        }
        if (as === 'swallowed') await db.systemTransaction((client) => client.query('select 1 / 0').catch(() => undefined));
        if (as === 'broken') await db.system.query('select nothing');
        if (as === 'step') return new Answer('step_required', { step: 'x' });
        if (as === 'again') return new Answer('already_done', { first: true });
        if (as === 'advice') return new Answer('advice', null, { text: 'Mind the gap' });
        throw refuse('amount_below_minimum', { minimum: '1.00 USDP' });
      }),
    ],
  });
});
afterAll(() => app.close());

const inject = (headers: Record<string, string>, payload: string | Buffer, url = echo.path) =>
  app.fastify.inject({ method: 'POST', url, headers, payload });

describe('the envelope', () => {
  it('tells a refusal in the language of the request', async () => {
    for (const language of LANGUAGES) {
      const { code, msg, detail, data } = await app.call(fail, { as: 'other' }, { language });
      expect({ code, msg, data }).toEqual({ code: 6203, msg: 'amount_below_minimum', data: null });
      expect(detail).toBe(OUTCOMES.amount_below_minimum.text[language].replace('{minimum}', '1.00 USDP'));
    }
  });

  it('takes Language before Accept-Language, and is zh_Hans when neither names one of ours', async () => {
    const detailOf = async (headers: Record<string, string>) =>
      (await inject({ 'content-type': 'application/json', ...headers }, '{"as":"busy"}', fail.path)).json<{ detail: string }>().detail;
    const { text } = OUTCOMES.busy;
    expect(await detailOf({ language: 'vi', 'accept-language': 'en' })).toBe(text.vi);
    expect(await detailOf({ 'accept-language': 'zh-TW,en;q=0.8' })).toBe(text.zh_Hant);
    expect(await detailOf({ language: 'klingon', 'accept-language': 'fr' })).toBe(text.zh_Hans);
    expect(await detailOf({})).toBe(text.zh_Hans);
  });

  it('has its own code and text for what succeeds otherwise', async () => {
    expect(await app.call(fail, { as: 'step' })).toMatchObject({ status: 200, code: 6032, data: { step: 'x' } });
    expect(await app.call(fail, { as: 'again' })).toMatchObject({ status: 200, code: 42110, data: { first: true } });
    expect(await app.call(fail, { as: 'advice' })).toMatchObject({ status: 200, code: 6016, detail: 'Mind the gap' });
  });

  it('says when to come back', async () => {
    expect(await app.call(fail, { as: 'busy' })).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(await app.call(fail, { as: 'throttled' })).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
  });

  it('names the request by one id in header, envelope and log, whatever id the client sends', async () => {
    lines.length = 0;
    const answer = await app.call(fail, { as: 'ours' }, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(answer).toMatchObject({ status: 500, code: 500, msg: 'internal', data: null });
    expect(answer.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).toBe(answer.request_id);
    expect(lines).toMatchObject([{ level: 50, reqId: answer.request_id, err: { message: 'the cable is unplugged' } }]);
    expect(JSON.stringify(answer)).not.toContain('cable');
  });

  it('not_ready (503) while the database is away, with a time to come back; never a fault of ours', async () => {
    const answer = await app.call(fail, { as: 'cut' });
    expect(answer).toMatchObject({ status: 503, code: 503, msg: 'not_ready', data: null, headers: { 'retry-after': '1' } });
    expect(await app.call(fail, { as: 'swallowed' })).toMatchObject({ status: 500, msg: 'internal' });
    expect(await app.call(fail, { as: 'broken' })).toMatchObject({ status: 500, msg: 'internal' });
    expect(isDatabaseAway(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(true);
    expect(isDatabaseAway(Object.assign(new Error('the database system is starting up'), { code: '57P03' }))).toBe(true);
    expect(isDatabaseAway(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))).toBe(true);
    expect(isDatabaseAway(Object.assign(new Error('duplicate key value'), { code: '23505' }))).toBe(false);
  });

  it('is never kept by a cache and never guessed to be something else', async () => {
    expect((await app.call(echo, {})).headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('an input that cannot be', () => {
  const refused = async (response: Promise<{ statusCode: number; json: () => unknown }>) => {
    const { statusCode, json } = await response;
    return { statusCode, ...(json() as object) };
  };
  const json = { 'content-type': 'application/json', language: 'en' };

  it('unknown fields are named, each one, also below', async () => {
    const answer = await app.send(echo, { text: 'a', hint: 1, deep: { n: 1, m: 2 } });
    expect(answer).toMatchObject({ status: 400, code: 400, msg: 'invalid_input' });
    expect((answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field).toSorted()).toEqual(['deep.m', 'hint']);
    expect(answer.detail).toContain('hint');
  });

  it.each([
    ['a wrong type', { text: 1 }, 'text'],
    ['a text too long', { text: 'x'.repeat(11) }, 'text'],
    ['an array instead of an object', [], 'body'],
    ['a text instead of an object', 'text', 'body'],
    ['a number', 7, 'body'],
    ['an array below', { deep: [] }, 'deep'],
    ['a number beyond all', { deep: { n: 1e308 } }, 'deep.n'],
    ['a fraction', { deep: { n: 0.5 } }, 'deep.n'],
  ])('%s', async (_, body, field) => {
    expect(await app.send(echo, body)).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it('each problem is told in the language of the request', async () => {
    const problems = await Promise.all(
      LANGUAGES.map(
        async (language) =>
          ((await app.send(echo, { text: 1 }, { language })).data as { fields: { problem: string }[] }).fields[0]?.problem,
      ),
    );
    expect(new Set(problems).size).toBe(LANGUAGES.length);
  });

  it('null is refused like any other thing that is no object', async () => {
    expect(await refused(inject(json, 'null'))).toMatchObject({ statusCode: 400, msg: 'invalid_input' });
  });

  it.each(['{', '{"text":}', 'text', '{"text":"a"}}', "{'text':'a'}", '\ufeff{}', 'NaN'])('malformed JSON %j', async (body) => {
    expect(await refused(inject(json, body))).toMatchObject({ statusCode: 400, msg: 'invalid_input' });
  });

  it('no body at all is an empty object', async () => {
    expect(await refused(inject(json, ''))).toMatchObject({ statusCode: 200, msg: 'ok', data: {} });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/json5'])(
    'a body that says it is %s: only JSON is what signatures and idempotency keys cover',
    async (type) => {
      expect(await refused(inject({ 'content-type': type, language: 'en' }, 'text=a'))).toMatchObject({
        statusCode: 400,
        msg: 'invalid_input',
        detail: expect.stringMatching(/content-type/i),
        data: { fields: [{ field: 'content-type', problem: 'must be application/json' }] },
      });
    },
  );

  it('a body larger than the call takes, whatever length it announces', async () => {
    const of = (bytes: number) => JSON.stringify({ text: 'x' }).padEnd(bytes, ' ');
    expect(await refused(inject(json, of(16_384)))).toMatchObject({ statusCode: 200 });
    const tooLarge = { statusCode: 413, msg: 'body_too_large' };
    expect(await refused(inject(json, of(16_385)))).toMatchObject(tooLarge);
    const small = { method: 'POST' as const, url: tiny.path, headers: json };
    expect(await refused(app.fastify.inject({ ...small, payload: of(64) }))).toMatchObject({ statusCode: 200 });
    expect(await refused(app.fastify.inject({ ...small, payload: of(65) }))).toMatchObject(tooLarge);
    // Chunked: no length stands in the headers, so the limit holds while reading.
    const chunked = (chunks: number) =>
      app.fastify.inject({ ...small, payload: Readable.from(Array.from({ length: chunks }, () => of(32))) });
    expect(await refused(chunked(3))).toMatchObject(tooLarge);
  });

  it('a prototype is a field like any other, and pollutes nothing', async () => {
    for (const body of ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"deep":{"__proto__":{"n":1}}}']) {
      expect(await refused(inject(json, body)), body).toMatchObject({ statusCode: 400, msg: 'invalid_input' });
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('texts that PostgreSQL cannot keep are refused before it sees them: NUL, and halves of a surrogate pair', async () => {
    for (const text of ['a\0b', '\ud800', '\udfff', 'a\udc00\ud800']) {
      expect(await app.send(echo, { text }), JSON.stringify(text)).toMatchObject({ status: 400, data: { fields: [{ field: 'text' }] } });
    }
    expect(await app.send(echo, { text: '密\u{1f511}' })).toMatchObject({ status: 200 });
    expect(await app.send(look, { text: 'a\0b' })).toMatchObject({ status: 400, data: { fields: [{ field: 'text' }] } });
  });

  it('nesting deeper than 32, which is refused before anything is made of it', async () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const parse = vi.spyOn(JSON, 'parse');
    try {
      for (const headers of [json, { ...json, 'idempotency-key': 'deep' }]) {
        for (const body of [deep(8_000), deep(33), `{"text":${deep(32)}}`, `{"a":`.repeat(2_000), '['.repeat(16_000)]) {
          expect(await refused(inject(headers, body))).toMatchObject({
            statusCode: 400,
            msg: 'invalid_input',
            detail: expect.stringContaining('32'),
          });
        }
      }
      expect(parse.mock.calls.filter(([text]) => text.startsWith('[') || text.startsWith('{"text') || text.startsWith('{"a"'))).toEqual([]);
    } finally {
      parse.mockRestore();
    }
    // Brackets within texts and names are none.
    for (const body of [deep(32), `{"text":"${'['.repeat(9)}"}`, JSON.stringify({ [`"\\${'['.repeat(50)}`]: 1 })]) {
      expect((await refused(inject(json, body))) as { detail?: string }).not.toMatchObject({ detail: expect.stringContaining('32') });
    }
  });

  it('a thousand unknown fields are not told one by one', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]));
    const answer = await app.send(echo, many);
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input' });
    expect(JSON.stringify(answer).length).toBeLessThan(12_000);
    const long = await app.send(echo, { ['x'.repeat(16_000)]: 1 });
    expect(JSON.stringify(long).length).toBeLessThan(3_000);
  });

  it('a query that names one field twice, or one that nobody knows', async () => {
    const get = (url: string) => refused(app.fastify.inject({ method: 'GET', url, headers: { language: 'en' } }));
    expect(await get('/v1/test/look?text=a')).toMatchObject({ statusCode: 200, data: { text: 'a' } });
    expect(await get('/v1/test/look?text=a&text=b')).toMatchObject({ statusCode: 400, data: { fields: [{ field: 'text' }] } });
    expect(await get('/v1/test/look?other=a')).toMatchObject({ statusCode: 400, data: { fields: [{ field: 'other' }] } });
    expect(await get('/v1/test/look?__proto__[x]=1')).toMatchObject({ statusCode: 400 });
  });

  it('an idempotency key that is empty, or longer than is kept', async () => {
    for (const key of ['', 'x'.repeat(129)]) {
      expect(await app.call(echo, {}, { idempotencyKey: key }), key).toMatchObject({
        status: 400,
        data: { fields: [{ field: 'idempotency-key' }] },
      });
    }
    expect(await app.call(echo, {}, { idempotencyKey: 'x'.repeat(128) })).toMatchObject({ status: 200 });
  });

  it('a path that is no path is answered in an envelope too', async () => {
    const answer = await app.fastify.inject({ method: 'GET', url: '/v1/%zz', headers: { language: 'en' } });
    expect({ status: answer.statusCode, ...answer.json<object>() }).toMatchObject({ msg: 'invalid_input', status: 400, code: 400 });
  });

  it('HEAD reads no call: an event stream would stay open for nobody', async () => {
    expect((await app.fastify.inject({ method: 'HEAD', url: '/v1/test/look' })).statusCode).toBe(404);
  });
});

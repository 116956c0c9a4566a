import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { logOfRequest, logOptions } from './log.ts';
import { createTestDatabase } from '../testing/database.ts';

function collectingLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: pino(logOptions('trace'), sink) };
}

it('an error of the database is told without the row it is about: rows hold hashes and sealed secrets', async () => {
  const { lines, log } = collectingLog();
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const failed = await client
      .query(`insert into merchant (name, username, password_hash, order_lifetime_min) values ('a', 'a', 'argon2-hash-of-mine', 0)`)
      .catch((error: unknown) => error);
    log.error({ err: failed }, 'a call failed');
    log.error({ err: new Error('outer', { cause: failed }) }, 'a call failed');
    log.error({ job: { error: failed } }, 'a job failed');
    log.error({ error: failed }, 'something failed');
  } finally {
    await client.end();
    await database.drop();
  }
  const written = lines.join('');
  expect(lines).toHaveLength(4);
  expect(written).toContain('merchant_order_lifetime_min_check');
  expect(written).toContain('23514');
  expect(written).not.toContain('argon2-hash-of-mine');
});

it('keeps what an error says and where it came from', () => {
  const { lines, log } = collectingLog();
  log.error({ err: new TypeError('no such thing') }, 'a call failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'TypeError', message: 'no such thing', stack: expect.stringContaining('log.test.ts') },
  });
});

it('a request’s own log is made when it writes, and not while Fastify looks whether it could', async () => {
  const { lines, log } = collectingLog();
  const made = vi.spyOn(log, 'child');
  const fastify = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    childLoggerFactory: (parent, bindings, options) => logOfRequest(parent as Logger, bindings, options),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => 'request-7',
  });
  fastify.get('/silent', () => '');
  fastify.get('/talking', ({ log: own }) => {
    own.warn({ token: 'of-an-order' }, 'first');
    own.warn('second');
    return '';
  });
  made.mockClear();
  await fastify.inject('/silent');
  expect(made).not.toHaveBeenCalled();
  await fastify.inject('/talking');
  expect(made).toHaveBeenCalledOnce();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { reqId: 'request-7', msg: 'first' },
    { reqId: 'request-7', msg: 'second' },
  ]);
  expect(lines.join('')).not.toContain('of-an-order');
  await fastify.close();
});

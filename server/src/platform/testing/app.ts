import type { Call, Envelope, InputOf, OutputOf } from '@purser/contract/call';
import { IDEMPOTENCY_HEADER } from '@purser/contract/wire';
import { outcomesOf } from '@purser/contract/call-outcomes';
import { OUTCOMES } from '@purser/contract/errors';
import { SUCCESS_CODES } from '@purser/contract/success-codes';
import type { Language } from '@purser/contract/language';
import { SIGNATURE_HEADERS, textToSign } from '@purser/contract/signature';
import { SHARD_GROUP_COUNTS, setShardGroups, type ShardGroupCount } from '@purser/ledger/shard-groups';
import type { FastifyInstance } from 'fastify';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino, type Logger } from 'pino';
import { OPERATOR_COOKIE } from '../http/operator-cookie.ts';
import { PAYER_COOKIE } from '../http/payer-cookie.ts';
import { Platform, type PlatformSettings } from '../platform.ts';
import type { Route } from '../http/route.ts';
import { storeScopeKey } from '../database/scope.ts';
import { buildServer, type Pages } from '../http/server.ts';
import { createTestDatabase } from './database.ts';

/** Who makes a call and how: everything that a request says beside its body. */
export interface CallOptions {
  /** A merchant's session token. */
  readonly token?: string | undefined;
  /** A wallet user's session token, sent as the wallet's cookie. */
  readonly payerToken?: string | undefined;
  /** The session token of a member of staff, sent as the operator console's cookie. */
  readonly staffToken?: string | undefined;
  /** An access key with its secret: the request is signed. */
  readonly signedWith?: { readonly access_key: string; readonly secret: string } | undefined;
  /** English unless said otherwise, so that tests may compare texts. */
  readonly language?: Language;
  readonly idempotencyKey?: string;
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Called<Data> extends Envelope<Data> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** A server on a database of its own. Nothing is stubbed: calls go through registration, sessions and row level security. */
export interface TestApp {
  readonly platform: Platform;
  readonly fastify: FastifyInstance;
  /** Makes a call and returns its envelope; the data's type holds when the call succeeded. */
  call<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<Called<OutputOf<C>>>;
  /** Sends any body at all: for what the types forbid. */
  send(call: Call, body: unknown, options?: CallOptions): Promise<Called<unknown>>;
  /** Connects as the owner of the tables, as which migrations and the ledger's commands run. */
  readonly ownerUrl: string;
  /** Connects as the signer of payouts does. */
  readonly signerUrl: string;
  /** Runs SQL as the owner of the tables, whom row level security does not bind. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly routes: (platform: Platform) => Route[];
  readonly pages?: readonly Pages[];
  readonly settings?: Partial<PlatformSettings>;
  /** Silent unless given, or PURSER_TEST_LOG names a level. */
  readonly log?: Logger;
  /** Connections of each pool. */
  readonly connections?: number;
}

export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  const { routes, pages = [], settings = {}, log = silentLog(), connections = 8 } = options;
  const database = await createTestDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'purser-app-'));
  const platform = new Platform(
    {
      databaseUrl: database.loginUrl,
      operatorDatabaseUrl: database.operatorUrl,
      masterKey: randomBytes(32),
      publicUrl: 'http://localhost:8080',
      demo: true,
      dataFolder,
      trustedProxies: [],
      webhookAllow: [],
      checkAnswers: true,
      shardGroups: shardGroupsUnderTest(),
      ...settings,
    },
    log,
    { connections },
  );
  const ownerUrl = settings.databaseUrl ?? database.url;
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  owner.on('error', () => {});
  await storeScopeKey(owner, platform.secrets.scopeKey());
  await setShardGroups(owner, platform.crossings.groups.count);
  await platform.start();
  const fastify = await buildServer(platform, routes(platform), pages);
  await fastify.ready();
  const send: TestApp['send'] = (call, body, options = {}) => sendTo(fastify, call, body, options);
  return {
    platform,
    fastify,
    ownerUrl,
    signerUrl: database.signerUrl,
    send,
    call: (call, input, options) => send(call, input, options) as never,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<Row>(text, [...values])).rows,
    close: async () => {
      await fastify.close();
      await platform.close();
      await owner.end();
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** PURSER_TEST_SHARD_GROUPS=2 lets the same tests go over two groups of shards, in one PostgreSQL. */
function shardGroupsUnderTest(): ShardGroupCount {
  return SHARD_GROUP_COUNTS.find((count) => String(count) === process.env['PURSER_TEST_SHARD_GROUPS']) ?? 1;
}

function silentLog(): Logger {
  return pino({ level: process.env['PURSER_TEST_LOG'] ?? 'silent' });
}

/** The data of a call that must have succeeded; otherwise fails with the outcome's name and text. */
export function dataOf<Data>(answer: Called<Data>): Data {
  if (answer.code !== OUTCOMES.ok.code) throw new Error(`the call was answered ${answer.msg}: ${answer.detail}`);
  return answer.data;
}

/** The headers of a call, for tests that must use `fastify.inject` or a socket themselves (files, streams). */
export function headersOf(call: Call, payload: string | Buffer, options: CallOptions = {}): Record<string, string> {
  const { token, payerToken, staffToken, signedWith, language = 'en', idempotencyKey, headers } = options;
  return {
    language,
    ...(call.method === 'POST' && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: token }),
    ...(payerToken !== undefined && { cookie: `${PAYER_COOKIE}=${payerToken}` }),
    ...(staffToken !== undefined && { cookie: `${OPERATOR_COOKIE}=${staffToken}` }),
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(signedWith !== undefined && signatureHeaders(call, payload, signedWith)),
    ...headers,
  };
}

async function sendTo(fastify: FastifyInstance, call: Call, body: unknown, options: CallOptions): Promise<Called<unknown>> {
  const form = call.body === 'multipart' && body instanceof Object ? await multipartOf(body) : undefined;
  const payload = call.method === 'GET' ? '' : (form?.payload ?? JSON.stringify(body ?? {}));
  const response = await fastify.inject({
    method: call.method,
    url: call.path,
    headers: { ...headersOf(call, form ? '' : String(payload), options), ...form?.headers },
    ...(options.ip !== undefined && { remoteAddress: options.ip }),
    ...(call.method === 'GET' ? { query: body as Record<string, string> } : { payload }),
  });
  const envelope: Envelope<unknown> = response.json();
  mustBeDeclared(call, envelope);
  return { ...envelope, status: response.statusCode, headers: response.headers };
}

/** A form as a browser sends it: each field of the input, in its order. */
export async function multipartOf(input: object): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, value instanceof Blob ? value : String(value));
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return { payload, headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': String(payload.length) } };
}

/** An answer that the call's declaration does not have fails the test, whatever the test is about. */
function mustBeDeclared(call: Call, { code, msg, detail }: Envelope<unknown>): void {
  if (SUCCESS_CODES.includes(code) || code === OUTCOMES.advice.code || outcomesOf(call).some((name) => name === msg)) return;
  throw new Error(`${call.path} was answered ${msg} (${detail}), which it does not declare`);
}

function signatureHeaders(call: Call, payload: string | Buffer, key: { access_key: string; secret: string }): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(12).toString('base64url');
  const bodyHash = createHash('sha256').update(payload).digest('hex');
  const text = textToSign({ method: call.method, path: call.path, query: '', bodyHash, timestamp, nonce });
  return {
    [SIGNATURE_HEADERS.key]: key.access_key,
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: createHmac('sha256', key.secret).update(text).digest('hex'),
  };
}

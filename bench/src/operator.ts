import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Call } from '@purser/contract/call';
import { overviewHealth, overviewQuery } from '@purser/contract/features/overview';
import { partyMerchantQuery, partyUserQuery } from '@purser/contract/features/party';
import pg from 'pg';
import { pino } from 'pino';
import { countTurnover } from '../../server/src/features/overview/turnover.ts';
import { allRoutes } from '../../server/src/main/features.ts';
import { OPERATOR_COOKIE } from '../../server/src/platform/http/operator-cookie.ts';
import { buildServer } from '../../server/src/platform/http/server.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { loadOperatorData, MERCHANTS, NAMES } from './operator-data.ts';
import { median, percentile, type Row } from './row.ts';
import { runAlone, withScratchDatabase } from './scratch.ts';

const USERS = 1_000_000;
const WARM_UP = 5;
const REQUESTS = 60;
const LIMIT_MS = 50;

/** What staff ask; random within each kind. */
type Ask = () => readonly [Call, Readonly<Record<string, unknown>>];

const whole = (below: number) => Math.floor(Math.random() * below);
const anyOf = <Value>(values: readonly Value[]): Value => values[whole(values.length)] as Value;

function asksOf(users: number): Readonly<Record<string, Readonly<Record<string, Ask>>>> {
  const merchants = (input: object) => [partyMerchantQuery, { page_size: 20, ...input }] as const;
  const wallet = (input: object) => [partyUserQuery, { page_size: 20, ...input }] as const;
  const user = () => whole(users);
  return {
    'the first page': {
      overview: () => [overviewQuery, { time_zone: 'Asia/Ho_Chi_Minh' }],
      health: () => [overviewHealth, {}],
    },
    'the list of merchants': {
      'first page': () => merchants({}),
      'page 100': () => merchants({ page: 100 }),
      number: () => merchants({ merchant_id: 10_000_001 + whole(MERCHANTS) }),
      username: () => merchants({ username: `merchant-${whole(MERCHANTS)}` }),
      'part of a name': () => merchants({ part: anyOf(NAMES).slice(1, 6) }),
      'part of one name': () => merchants({ part: `${anyOf(NAMES)} ${whole(MERCHANTS)}` }),
      'no such name': () => merchants({ part: 'nobody has this' }),
      status: () => merchants({ status: anyOf(['normal', 'suspended']) }),
      identity: () => merchants({ authentication_status: anyOf(['pending', 'approved', 'rejected']) }),
    },
    'the list of wallet users': {
      'first page': () => wallet({}),
      'page 100': () => wallet({ page: 100 }),
      number: () => wallet({ user_id: 50_000_001 + user() }),
      phone: () => wallet({ phone: `+8490${String(user()).padStart(7, '0')}` }),
      'e-mail': () => wallet({ email: `user${user()}@example.com` }),
      'part of a name': () => wallet({ part: anyOf(NAMES).slice(1, 6) }),
      'part of one name': () => wallet({ part: `${anyOf(NAMES)} ${user()}` }),
      'no such name': () => wallet({ part: 'nobody has this' }),
      status: () => wallet({ status: anyOf(['normal', 'suspended']) }),
      kind: () => wallet({ kind: anyOf(['ordinary', 'agent']) }),
    },
  };
}

/** The operator console's first page and its lists of parties, among many parties: each call from its route to its answer. */
export async function benchOperator(databaseUrl: string, users = USERS): Promise<Row[]> {
  return withScratchDatabase(databaseUrl, async (url) => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const platform = new Platform(settingsOf(url), pino({ level: 'silent' }));
    try {
      const began = performance.now();
      await loadOperatorData(owner, users);
      await countTurnover(platform.db, 60_000);
      await owner.query('vacuum analyze');
      console.log(`made ${MERCHANTS} merchants and ${users} wallet users in ${Math.round((performance.now() - began) / 1000)} s`);
      await platform.start();
      const fastify = await buildServer(platform, allRoutes(platform), []);
      await fastify.ready();
      try {
        return await measure(fastify, await staffToken(platform), users);
      } finally {
        await fastify.close();
      }
    } finally {
      await platform.close();
      await owner.end();
    }
  });
}

/** Of an installation on a scratch database. */
export function settingsOf(databaseUrl: string) {
  return {
    databaseUrl,
    masterKey: randomBytes(32),
    publicUrl: 'http://localhost:8080',
    demo: false,
    dataFolder: tmpdir(),
    trustedProxies: [],
    webhookAllow: [],
  };
}

/** A session of a new admin's. */
export async function staffToken({ operator }: Platform): Promise<string> {
  const { staff_id } = await operator.db.systemQueries
    .insertInto('staff')
    .values({ username: 'bench', name: 'Bench', role: 'admin', password_hash: '-' })
    .returning('staff_id')
    .executeTakeFirstOrThrow();
  const from = { ip: '127.0.0.1', userAgent: 'bench' };
  return (await operator.db.systemTransaction((tx) => operator.sessions.open(tx, Number(staff_id), from))).token;
}

type Server = Awaited<ReturnType<typeof buildServer>>;

async function measure(fastify: Server, token: string, users: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, asks] of Object.entries(asksOf(users))) {
    const times = new Map<string, number[]>();
    for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
      for (const [kind, ask] of Object.entries(asks)) {
        const took = await timed(fastify, token, ask);
        // The first requests warm up.
        if (request >= WARM_UP) times.set(kind, [...(times.get(kind) ?? []), took]);
      }
    }
    const all = [...times.values()].flat();
    rows.push({
      what: `operator console: ${what}, ${MERCHANTS.toLocaleString('en')} merchants, ${users.toLocaleString('en')} users, p99`,
      measured: percentile(all, 0.99),
      unit: 'ms',
      budget: { kind: 'max', limit: LIMIT_MS },
      detail: `p50, p99 of each: ${[...times].map(([kind, of]) => `${kind} ${median(of).toFixed(1)}, ${percentile(of, 0.99).toFixed(1)} ms`).join('; ')}`,
    });
  }
  return rows;
}

async function timed(fastify: Server, token: string, ask: Ask): Promise<number> {
  const [call, input] = ask();
  const began = performance.now();
  const response = await fastify.inject({
    method: call.method,
    url: call.path,
    headers: { 'content-type': 'application/json', cookie: `${OPERATOR_COOKIE}=${token}` },
    payload: JSON.stringify(input),
  });
  const took = performance.now() - began;
  const { code, detail } = response.json<{ code: number; detail: string }>();
  if (code !== 200) throw new Error(`${call.path} was refused: ${detail}`);
  return took;
}

if (import.meta.main) await runAlone((url) => benchOperator(url, Number(process.argv[2] ?? USERS)));

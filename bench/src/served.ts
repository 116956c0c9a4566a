import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Call } from '@purser/contract/call';
import pg from 'pg';
import { pino } from 'pino';
import { allRoutes } from '../../server/src/main/features.ts';
import { OPERATOR_COOKIE } from '../../server/src/platform/http/operator-cookie.ts';
import { PAYER_COOKIE } from '../../server/src/platform/http/payer-cookie.ts';
import { buildServer } from '../../server/src/platform/http/server.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { withScratchDatabase } from './scratch.ts';

/** Sends a call, from its route to its answer, as one of its callers; answers how many ms it took. */
export interface Served {
  readonly ask: (call: Call, input: object) => Promise<number>;
}

interface Parties {
  readonly merchantId: number;
  readonly userId: number;
}

/** An installation on a scratch database that `fill` fills directly, and its routes. */
export async function withServed<Filled extends Parties, Result>(
  databaseUrl: string,
  fill: (owner: pg.Client, url: string, platform: Platform) => Promise<Filled>,
  work: (served: Served & Filled) => Promise<Result>,
): Promise<Result> {
  return withScratchDatabase(databaseUrl, async (url) => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const platform = new Platform(settingsOf(url), pino({ level: 'silent' }));
    try {
      const began = performance.now();
      const filled = await fill(owner, url, platform);
      await owner.query('vacuum analyze');
      console.log(`filled in ${Math.round((performance.now() - began) / 1000)} s`);
      await platform.start();
      const fastify = await buildServer(platform, allRoutes(platform), []);
      await fastify.ready();
      const from = { ip: '127.0.0.1', userAgent: 'bench' };
      const callers = {
        staff: { cookie: `${OPERATOR_COOKIE}=${await staffToken(platform)}` },
        payer: { cookie: `${PAYER_COOKIE}=${(await platform.sessions.open('user', filled.userId, from)).token}` },
        merchant: { authorization: (await platform.sessions.open('merchant', filled.merchantId, from)).token },
      };
      const ask = async (call: Call, input: object): Promise<number> => {
        const headers = { 'content-type': 'application/json', ...callers[call.caller as keyof typeof callers] };
        const began = performance.now();
        const answer = await fastify.inject({ method: call.method, url: call.path, headers, payload: JSON.stringify(input) });
        const took = performance.now() - began;
        // A file is its bytes; everything else says how it went.
        const told = String(answer.headers['content-type']).includes('json')
          ? answer.json<{ code: number; detail: string }>()
          : { code: 200 };
        if (told.code !== 200) throw new Error(`${call.path} was refused: ${JSON.stringify(told)}`);
        return took;
      };
      try {
        return await work({ ...filled, ask });
      } finally {
        await fastify.close();
      }
    } finally {
      await platform.close();
      await owner.end();
    }
  });
}

/** How long each kind of question takes, asked in turns; the first rounds warm up and do not count. */
export async function timesOf<Question>(
  questions: Readonly<Record<string, Question>>,
  { warmUp, requests }: { readonly warmUp: number; readonly requests: number },
  ask: (question: Question) => Promise<number>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map(Object.keys(questions).map((kind) => [kind, [] as number[]]));
  for (let request = 0; request < warmUp + requests; request += 1) {
    for (const [kind, question] of Object.entries(questions)) {
      const took = await ask(question);
      if (request >= warmUp) times.get(kind)?.push(took);
    }
  }
  return times;
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
async function staffToken({ operator }: Platform): Promise<string> {
  const { staff_id } = await operator.db.systemQueries
    .insertInto('staff')
    .values({ username: 'bench', name: 'Bench', role: 'admin', password_hash: '-' })
    .returning('staff_id')
    .executeTakeFirstOrThrow();
  const from = { ip: '127.0.0.1', userAgent: 'bench' };
  return (await operator.db.systemTransaction((tx) => operator.sessions.open(tx, Number(staff_id), from))).token;
}

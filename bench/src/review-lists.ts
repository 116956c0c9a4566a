import type { Call } from '@purser/contract/call';
import pg from 'pg';
import { pino } from 'pino';
import { allRoutes } from '../../server/src/main/features.ts';
import { OPERATOR_COOKIE } from '../../server/src/platform/http/operator-cookie.ts';
import { buildServer } from '../../server/src/platform/http/server.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { FIRST_USER, type Loaded, loadReviewOrders } from '../../server/src/main/testing/review-list-data.ts';
import { REVIEW_LISTS } from '../../server/src/main/testing/review-lists.ts';
import { withoutIndexes } from './operator-data.ts';
import { settingsOf, staffToken } from './operator.ts';
import { median, type Row } from './row.ts';
import { runAlone, withScratchDatabase } from './scratch.ts';

/** Of each kind ten thousand of the one merchant: as far as a list's rows are counted. */
const FEW = 60_000;
const MANY = 10_000_000;
const WARM_UP = 8;
const REQUESTS = 40;

/** The lists of orders under review: a page under any filter and sort among many orders against the same among ten thousand of each kind, from route to answer. */
export function benchReviewLists(databaseUrl: string, orders = MANY): Promise<Row[]> {
  return withOrders(databaseUrl, FEW, (few) => withOrders(databaseUrl, orders, (many) => compare(few, many)));
}

interface Served extends Loaded {
  readonly ask: (call: Call, input: object) => Promise<number>;
}

async function compare(few: Served, many: Served): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [call, asks] of REVIEW_LISTS) {
    const ratios: { name: string; low: number; high: number }[] = [];
    for (const [name, ask] of Object.entries(asks)) {
      const times = { few: [] as number[], many: [] as number[] };
      for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
        times.few.push(await few.ask(call, ask(few)));
        times.many.push(await many.ask(call, ask(many)));
      }
      ratios.push({ name, low: median(times.few.slice(WARM_UP)), high: median(times.many.slice(WARM_UP)) });
    }
    const worst = ratios.toSorted((a, b) => b.high / b.low - a.high / a.low)[0] ?? { name: '', low: 1, high: Number.NaN };
    rows.push({
      what: `${call.path}: slowest filter, ${many.orders.toLocaleString('en')} orders / ${FEW.toLocaleString('en')}`,
      measured: worst.high / worst.low,
      unit: 'x',
      budget: { kind: 'max', limit: 1.5 },
      detail: `worst: ${worst.name}; medians: ${ratios.map(({ name, low, high }) => `${name} ${low.toFixed(1)} -> ${high.toFixed(1)} ms`).join('; ')}`,
    });
  }
  return rows;
}

async function withOrders(databaseUrl: string, orders: number, work: (served: Served) => Promise<Row[]>): Promise<Row[]> {
  return withScratchDatabase(databaseUrl, async (url) => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const platform = new Platform(settingsOf(url), pino({ level: 'silent' }));
    try {
      const began = performance.now();
      const loaded = await loadReviewOrders(owner, orders, (table, fill) => withoutIndexes(owner, table, fill));
      await owner.query('vacuum analyze');
      console.log(`made ${orders} orders in ${Math.round((performance.now() - began) / 1000)} s`);
      await platform.start();
      const fastify = await buildServer(platform, allRoutes(platform), []);
      await fastify.ready();
      const { token } = await platform.sessions.open('merchant', loaded.merchantId, { ip: '127.0.0.1', userAgent: 'bench' });
      const staff = await staffToken(platform);
      const { token: payer } = await platform.sessions.open('user', FIRST_USER, { ip: '127.0.0.1', userAgent: 'bench' });
      const ask = async (call: Call, input: object): Promise<number> => {
        const callers = {
          staff: { cookie: `${OPERATOR_COOKIE}=${staff}` },
          payer: { authorization: payer },
          merchant: { authorization: token },
        };
        const caller = callers[call.caller as keyof typeof callers];
        const began = performance.now();
        const headers = { 'content-type': 'application/json', ...caller };
        const answer = await fastify.inject({ method: call.method, url: call.path, headers, payload: JSON.stringify(input) });
        const took = performance.now() - began;
        const { code, detail } = answer.json<{ code: number; detail: string }>();
        if (code !== 200) throw new Error(`${call.path} was refused: ${detail}`);
        return took;
      };
      try {
        return await work({ ...loaded, ask });
      } finally {
        await fastify.close();
      }
    } finally {
      await platform.close();
      await owner.end();
    }
  });
}

if (import.meta.main) await runAlone((url) => benchReviewLists(url, Number(process.argv[2] ?? MANY)));

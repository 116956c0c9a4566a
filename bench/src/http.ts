import type pg from 'pg';
import { analyzeNewTables } from '../../server/src/platform/database/new-tables.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import { payments, type RunningApi, withApi } from './api.ts';
import { benchApprovals } from './approvals.ts';
import { flood, pace } from './generators.ts';
import { findPgbench, prepareTpcB, runTpcB } from './pgbench.ts';
import { createRequest, type ReadyRequest, withdrawalRequest } from './requests.ts';
import { median, percentile, type Row } from './row.ts';

const ROUNDS = 3;
const PACED_ROUNDS = 5;
/** Requests made ready for a run; the run ends by its time, not by their number. */
const MORE_THAN_ENOUGH = 60_000;
const CONNECTIONS = 256;
const SECONDS = 4;
/** Of 16 MB each: all paced runs together write some 350 MB at 3,500 payments a second. */
const LOG_SEGMENTS = 30;
/** While the paced run opens its connections, nothing is counted. */
const WARM_UP_SECONDS = 1;

/**
 * Payments over HTTP (session, grant, validation, idempotency, one ledger posting each) and signed orders, beside TPC-B
 * transactions on the same database, in turns, and withdrawals of merchants' users as well; then the payments' latency at half of the rate that
 * was reached, in several runs, and how long it takes to approve withdrawals.
 */
export async function benchHttp(): Promise<Row[]> {
  return withApi(async (api) => {
    const pgbench = await findPgbench();
    if (!pgbench) throw new Error('pgbench was not found (Debian: apt-get install postgresql)');
    await prepareTpcB(pgbench, api.databaseUrl);
    return measure({ ...api, pgbench });
  });
}

interface Bench extends RunningApi {
  readonly pgbench: string;
}

async function measure(bench: Bench): Promise<Row[]> {
  const { baseUrl, databaseUrl, pgbench } = bench;
  // Warms up the process, the connections and the plans.
  await flood(baseUrl, creates(bench, 30_000), CONNECTIONS, 2);
  await flood(baseUrl, await payments(bench, 30_000), CONNECTIONS, 2);
  await flood(baseUrl, withdrawals(bench, 30_000), CONNECTIONS, 2);
  // As the worker does, which does not run here.
  await analyzeNewTables(bench.platform.db);
  const rates = { tpcB: [] as number[], create: [] as number[], pay: [] as number[], withdraw: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.tpcB.push(await runTpcB(pgbench, databaseUrl, SECONDS));
    rates.create.push(await flood(baseUrl, creates(bench, MORE_THAN_ENOUGH), CONNECTIONS, SECONDS));
    rates.pay.push(await flood(baseUrl, await payments(bench, MORE_THAN_ENOUGH), CONNECTIONS, SECONDS));
    rates.withdraw.push(await flood(baseUrl, withdrawals(bench, MORE_THAN_ENOUGH), CONNECTIONS, SECONDS));
  }
  const [tpc, create, pay, withdraw] = [median(rates.tpcB), median(rates.create), median(rates.pay), median(rates.withdraw)];
  const half = pay / 2;
  const paced: { p50: number; p99: number; p999: number }[] = [];
  const ready: ReadyRequest[][] = [];
  for (let round = 0; round < PACED_ROUNDS; round += 1) ready.push(await payments(bench, Math.ceil(half * (WARM_UP_SECONDS + SECONDS))));
  await freeLogSegments(bench.owner);
  for (const requests of ready) {
    const latencies = (await pace(baseUrl, requests, half)).slice(Math.ceil(half * WARM_UP_SECONDS));
    paced.push({ p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), p999: percentile(latencies, 0.999) });
  }
  const medianOf = (name: 'p50' | 'p99' | 'p999') => median(paced.map((round) => round[name]));
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;
  return [
    {
      what: 'HTTP payments / TPC-B transactions',
      measured: pay / tpc,
      unit: 'x',
      budget: { kind: 'min', limit: 1 },
      detail: `${perSecond(pay)} : ${perSecond(tpc)}, medians of ${ROUNDS}`,
    },
    {
      what: 'HTTP signed orders / TPC-B transactions',
      measured: create / tpc,
      unit: 'x',
      budget: null,
      detail: `${perSecond(create)} : ${perSecond(tpc)}, medians of ${ROUNDS}`,
    },
    {
      what: 'HTTP signed withdrawals / TPC-B transactions',
      measured: withdraw / tpc,
      unit: 'x',
      budget: { kind: 'min', limit: 0.8 },
      detail: `${perSecond(withdraw)} : ${perSecond(tpc)}, medians of ${ROUNDS}; each is held until it is decided`,
    },
    {
      what: 'HTTP payments at half of that rate, p99',
      measured: medianOf('p99'),
      unit: 'ms',
      budget: { kind: 'max', limit: 50 },
      detail:
        `at ${perSecond(half)}, medians of ${PACED_ROUNDS}: p50 ${medianOf('p50').toFixed(1)} ms, p99.9 ${medianOf('p999').toFixed(1)} ms; ` +
        `p99 of each: ${paced.map(({ p99 }) => p99.toFixed(0)).join(', ')} ms`,
    },
    ...(await benchApprovals(bench)),
  ];
}

/**
 * A database that has run for a while writes into segments of its log that a checkpoint has freed; a new one makes each anew, and all
 * commits wait for that, some 60 ms every 16 MB. So as many are made as the paced runs fill, and freed.
 */
async function freeLogSegments(owner: pg.Pool): Promise<void> {
  for (let made = 0; made < LOG_SEGMENTS; made += 1) {
    await owner.query(`select pg_logical_emit_message(true, 'bench', '')`);
    await owner.query('select pg_switch_wal()');
  }
  await owner.query('checkpoint');
}

function creates({ merchants }: Bench, count: number): ReadyRequest[] {
  return Array.from({ length: count }, (_, index) => createRequest(merchants[index % merchants.length] as LoadMerchant));
}

function withdrawals({ merchants, users }: Bench, count: number): ReadyRequest[] {
  return Array.from({ length: count }, (_, index) =>
    withdrawalRequest(merchants[index % merchants.length] as LoadMerchant, users[index % users.length] as LoadUser),
  );
}

if (import.meta.main) for (const row of await benchHttp()) console.log(row);

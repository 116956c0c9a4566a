import { LAST_PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { payments, type RunningApi, withApis } from './api.ts';
import { flood } from './generators.ts';
import type { ReadyRequest } from './requests.ts';
import { processorTime } from './processor-time.ts';
import { median, type Row } from './row.ts';

const ROUNDS = 3;
const SECONDS = 4;
/** Of all apis together. */
const CONNECTIONS = 256;
/** Made ready for each api's part of a run. */
const MORE_THAN_ENOUGH = 60_000;
const SAMPLED_EVERY_MS = 20;
/** Longer than the lease of a slot. */
const SETTLED_AFTER_MS = 8_500;
const APIS = [1, 2, 4];

/**
 * Payments over one, two and four apis on one database, which are all that run then, with the same number of connections in all, in turns; and how often one of the apis'
 * transactions waits for a lock meanwhile. Once orders of each merchant are paid at every api, and once each api has merchants and payers of its
 * own, so that apis share nothing but the provider's accounts: sixteen merchants or more at each, whose fees are in every stripe.
 */
export function benchApis(): Promise<Row[]> {
  return withApis(Math.max(...APIS), 64, async (installed) => {
    // Warms up the processes, the connections and the plans.
    await floodAll(installed, Math.max(...APIS), 'everybody', 3);
    return [...(await compare(installed, 'everybody')), ...(await compare(installed, 'apart'))];
  });
}

/** Whose orders are paid at an api: every merchant's, or those of merchants and payers that come to no other. */
type Sharing = 'everybody' | 'apart';

async function compare(installed: RunningApi, sharing: Sharing): Promise<Row[]> {
  const runs = APIS.map((apis) => ({ apis, rates: [] as number[], costs: [] as Cost[], waits: new LockWaits(installed.owner) }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { apis, rates, costs, waits } of runs) {
      installed.only(apis);
      // By then each knows how many there are.
      await sleep(SETTLED_AFTER_MS);
      const { rate, cost } = await waits.during(() => floodAll(installed, apis, sharing, SECONDS));
      rates.push(rate);
      costs.push(cost);
    }
  }
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;
  const [alone = { rates: [] as number[], costs: [] as Cost[] }, ...several] = runs;
  const one = median(alone.rates);
  const whose = sharing === 'everybody' ? 'each merchant at all of them' : 'each with merchants of its own';
  return several.flatMap(({ apis, rates, costs, waits }): Row[] => [
    {
      what: `${apis} apis, ${whose}: payments / those at one api`,
      measured: median(rates) / one,
      unit: 'x',
      budget: { kind: 'min', limit: 1 },
      detail: `${perSecond(median(rates))} : ${perSecond(one)}, medians of ${ROUNDS}; ${told(costs)}; at one: ${told(alone.costs)}`,
    },
    {
      what: `${apis} apis, ${whose}: looks that find a transaction waiting for a lock`,
      measured: waits.share,
      unit: '%',
      budget: sharing === 'apart' ? { kind: 'max', limit: 0 } : null,
      detail: waits.told(),
    },
  ]);
}

/** What a payment took of the processors, in microseconds of the apis and of the database, and which share of their time nobody used. */
interface Cost {
  readonly apisUs: number;
  readonly databaseUs: number;
  readonly idle: number;
}

function told(costs: readonly Cost[]): string {
  const of = (what: keyof Cost) => median(costs.map((cost) => cost[what]));
  return `apis ${of('apisUs').toFixed(0)} µs and database ${of('databaseUs').toFixed(0)} µs of a processor for each, ${(100 * of('idle')).toFixed(0)} % idle`;
}

/** Floods the first apis with payments at the same time; answers how many a second they made together, and what each cost. */
async function floodAll(
  { addresses: running, merchants, users, ...rest }: RunningApi,
  apis: number,
  sharing: Sharing,
  seconds: number,
): Promise<{ readonly rate: number; readonly cost: Cost }> {
  const addresses = running.slice(0, apis);
  const ready: ReadyRequest[][] = [];
  for (const index of addresses.keys()) {
    const own = <Party>(all: readonly Party[]) =>
      sharing === 'apart' ? all.slice((index * all.length) / apis, ((index + 1) * all.length) / apis) : all;
    const parties = { merchants: own(merchants), users: own(users) };
    ready.push(await payments({ ...rest, ...parties }, Math.ceil(MORE_THAN_ENOUGH / apis)));
  }
  const { result, apisMs, databaseMs, idle } = await processorTime(() =>
    Promise.all(addresses.map((address, index) => flood(address, ready[index] ?? [], CONNECTIONS / apis, seconds))),
  );
  const rate = result.reduce((sum, one) => sum + one, 0);
  const us = (ms: number) => (1000 * ms) / (rate * seconds);
  return { rate, cost: { apisUs: us(apisMs), databaseUs: us(databaseMs), idle } };
}

/** Who waits for what: a row's lock is held as that of a transaction, and whoever is next has the row's own. */
const WAITING = `
  select distinct activity.pid, coalesce(
    case when held.relation = 'ledger.account'::regclass then (
      select format('accounts of %s', case when owner_id <= ${LAST_PROVIDER_OWNER_ID} then 'the provider' when owner_id < 50000000 then 'merchants' else 'payers' end)
      from ledger.account where ctid = format('(%s,%s)', held.page, held.tuple)::tid
    ) end, held.relation::regclass::text, activity.wait_event) as what
  from pg_stat_activity as activity
  left join pg_locks as held on held.pid = activity.pid and held.locktype in ('tuple', 'extend', 'page')
  where activity.datname = current_database() and activity.wait_event_type = 'Lock'`;

/** Looks fifty times a second at what transactions wait for. */
class LockWaits {
  readonly #owner: pg.Pool;
  readonly #found = new Map<string, number>();
  #looks = 0;
  #waiting = 0;

  constructor(owner: pg.Pool) {
    this.#owner = owner;
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    let looking: Promise<void> | undefined;
    const timer = setInterval(() => {
      looking ??= this.#look().finally(() => (looking = undefined));
    }, SAMPLED_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await looking;
    }
  }

  async #look(): Promise<void> {
    const { rows } = await this.#owner.query<{ what: string }>(WAITING);
    this.#looks += 1;
    if (rows.length > 0) this.#waiting += 1;
    for (const what of new Set(rows.map((row) => row.what))) this.#found.set(what, (this.#found.get(what) ?? 0) + 1);
  }

  /** The share of the looks that found anybody waiting, in hundredths. */
  get share(): number {
    return (100 * this.#waiting) / this.#looks;
  }

  told(): string {
    const found = [...this.#found].sort(([, a], [, b]) => b - a).map(([what, times]) => `${what} in ${times}`);
    return `of ${this.#looks} looks; ${found.join(', ') || 'none'}`;
  }
}

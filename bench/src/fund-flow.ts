import { mainAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { queryEntries, type EntryQuery } from '@purser/ledger/fund-flow';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import pg from 'pg';
import { median, percentile, type Row } from './row.ts';
import { runAlone, withScratchDatabase } from './scratch.ts';

export const OWNER = 10_000_001;
/** Shares of the entries: a main coin, a side one, a rare one. */
const SHARES = { USDP: 0.7, CNYT: 0.25, USDT: 0.05 };
const COINS = Object.keys(SHARES);
const FEW = 10_000;
const MANY = 1_000_000;
const PAGE_SIZE = 20;
const REQUESTS = 150;
const YEAR_MS = 365 * 86_400_000;
const START_MS = Date.UTC(2025, 10, 1);

/** A merchant whose entries fill a year. */
interface Flow {
  readonly client: pg.Client;
  readonly entries: number;
}

type Ask = (flow: Flow) => Partial<EntryQuery>;

const whole = (below: number) => Math.floor(Math.random() * below);
const anyTime = () => new Date(START_MS + whole(YEAR_MS - 7 * 86_400_000));
const week = () => {
  const time_from = anyTime();
  return { time_from, time_to: new Date(time_from.getTime() + 7 * 86_400_000) };
};
const pageOf = (entries: number) => ({ skip: PAGE_SIZE * whole(entries / PAGE_SIZE) });

/** What people ask of a fund flow; random within each kind. */
const ASKS: Record<string, Ask> = {
  'newest, all coins': () => ({}),
  'oldest, one coin': () => ({ order: 'asc', coins: ['USDP'] }),
  'any page, one coin': ({ entries }) => ({ coins: ['USDP'], ...pageOf(entries * SHARES.USDP) }),
  'any page, all coins': ({ entries }) => pageOf(entries),
  'a week, one coin': () => ({ coins: ['CNYT'], ...week() }),
  'a week, all coins': () => week(),
  'after a cursor': ({ entries }) => ({
    after: {
      posted_at_us: BigInt(START_MS + whole(YEAR_MS)) * 1_000n,
      place: BigInt(1 + whole(entries * SHARES.CNYT)),
      coin: 'CNYT',
      purpose: 'main',
    },
  }),
  'common type': () => ({ type: 'payment' }),
  'rare type': () => ({ type: 'issuance' }),
  'common type, a later page': () => ({ type: 'payment', coins: ['USDP'], skip: PAGE_SIZE * whole(100) }),
  'a week of a type': () => ({ type: 'transfer', ...week() }),
  'serial number': ({ entries }) => ({ serial_number: `POUSDP${String(1 + whole(entries * SHARES.USDP)).padStart(9, '0')}` }),
};

/** The fund flow's rows: a page under any filter among many entries against the same among ten thousand. */
export async function benchFundFlow(databaseUrl: string, entries = MANY): Promise<Row[]> {
  return withFlow(databaseUrl, FEW, (few) => withFlow(databaseUrl, entries, (many) => compare(few, many)));
}

async function compare(few: Flow, many: Flow): Promise<Row[]> {
  const ratios: [string, number][] = [];
  const all: number[] = [];
  const details: string[] = [];
  for (const [name, ask] of Object.entries(ASKS)) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let i = 0; i < REQUESTS; i += 1) {
      times.few.push(await timed(() => page(few, ask)));
      times.many.push(await timed(() => page(many, ask)));
    }
    // The first requests warm up.
    const [low, high] = [times.few.slice(10), times.many.slice(10)];
    all.push(...high);
    ratios.push([name, median(high) / median(low)]);
    details.push(`${name} ${median(low).toFixed(1)} -> ${median(high).toFixed(1)} ms`);
  }
  const [worst, ratio] = ratios.toSorted(([, a], [, b]) => b - a)[0] ?? ['', Number.NaN];
  const size = `${many.entries.toLocaleString('en')} entries`;
  const sums = await sumTimes(many);
  return [
    {
      what: `fund flow: slowest filter, ${size} / ${FEW.toLocaleString('en')}`,
      measured: ratio,
      unit: 'x',
      budget: { kind: 'max', limit: 1.5 },
      detail: `worst: ${worst}; medians: ${details.join('; ')}`,
    },
    {
      what: `fund flow: a page, any filter, ${size}, p99`,
      measured: percentile(all, 0.99),
      unit: 'ms',
      budget: { kind: 'max', limit: 20 },
      detail: `p50 ${median(all).toFixed(1)} ms, ${all.length} requests`,
    },
    {
      what: `fund flow: sums of a year by local day, ${size}`,
      measured: median(sums),
      unit: 'ms',
      budget: null,
      detail: `medians of ${sums.length}`,
    },
  ];
}

function page({ client, entries }: Flow, ask: Ask) {
  return queryEntries(client, { owner_id: OWNER, coins: COINS, order: 'desc', page_size: PAGE_SIZE, ...ask({ client, entries }) });
}

async function sumTimes({ client }: Flow): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    times.push(
      await timed(() =>
        sumEntries(client, { owner_id: OWNER, coins: COINS, day_zone: 'Asia/Ho_Chi_Minh', time_from: new Date(START_MS + 1) }),
      ),
    );
  }
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function withFlow<Result>(databaseUrl: string, entries: number, work: (flow: Flow) => Promise<Result>): Promise<Result> {
  return withScratchDatabase(databaseUrl, async (url) => {
    await loadFlow(url, entries);
    const client = new pg.Client({ connectionString: url, options: `-c role=purser_app -c purser.owner_id=${OWNER} -c jit=off` });
    await client.connect();
    try {
      return await work({ client, entries });
    } finally {
      await client.end();
    }
  });
}

/** Fills the tables directly: posting so many would measure something else. */
export async function loadFlow(url: string, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await openAccounts(
    client,
    COINS.map((coin) => mainAccount(OWNER, coin)),
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'ledger' and tablename = 'entry' and indexname <> 'entry_pkey'`,
  );
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'`);
  for (const { name } of indexes) await client.query(`drop index ledger.${name}`);
  for (const [coin, share] of Object.entries(SHARES)) {
    await client.query(
      `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
         available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
       select $1::bigint, $2, 'main', v, row_number() over (partition by type order by v), $1, gen_random_uuid(), type,
         'PO' || $2 || lpad(v::text, 9, '0'), 50000001 + v % 1000, (v - 1) * 100, v * 100, 0, 0, 0, 0, 1,
         to_timestamp($4::float8 / 1000 + v * $5::float8 / 1000 / $3), type is distinct from lag(type) over (order by v)
       from (
         select v, case when v % 500 = 0 then 'issuance' when v % 12 = 0 then 'transfer' else 'payment' end as type
         from generate_series(1, $3::bigint) v
       ) made
       order by v`,
      [OWNER, coin, Math.round(entries * share), START_MS, YEAR_MS],
    );
    await client.query(
      `update ledger.account set version = $3, available = $3::bigint * 100, last_posted_at = now() where owner_id = $1 and coin = $2`,
      [OWNER, coin, Math.round(entries * share)],
    );
  }
  for (const { definition } of indexes) await client.query(definition);
  // As the worker does in slices: whatever it takes.
  await client.query(`select ledger.roll_up(10, $1, 1, 2147483647)`, [entries]);
  await client.query('vacuum analyze ledger.entry, ledger.account, ledger.running_total, ledger.rollup');
  await client.end();
}

if (import.meta.main) await runAlone((url) => benchFundFlow(url, Number(process.argv[2] ?? MANY)));

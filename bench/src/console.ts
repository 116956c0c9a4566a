import type { Call } from '@purser/contract/call';
import { dashboardMarkets, dashboardRange, dashboardStats } from '@purser/contract/features/dashboard';
import { assetFlowQuery, assetFlowStats } from '@purser/contract/features/fund-flow';
import { orderQuery } from '@purser/contract/features/order';
import { statementDetail, statementExport, statementMonths } from '@purser/contract/features/statement';
import type pg from 'pg';
import { sumUpFigures } from '../../server/src/features/dashboard/jobs.ts';
import { loadFlow, OWNER } from './fund-flow.ts';
import { withoutIndexes } from './operator-data.ts';
import { median, percentile, type Row } from './row.ts';
import { runAlone } from './scratch.ts';
import { type Served, timesOf, withServed } from './served.ts';

const MANY = 1_000_000;
const FIRST_USER = 50_000_001;
const USERS = 10_000;
const WARM_UP = 5;
const REQUESTS = 40;
const LIMIT_MS = 100;
/** Of a whole month: it may take longer, as it is asked for now and then. */
const STATEMENT_MS = 3_000;
/** One slice of the summing up. */
const SUMMING_MS = 600_000;
const ZONE = 'Asia/Ho_Chi_Minh';

type Ask = (rows: number) => Readonly<Record<string, unknown>>;
type Asks = Readonly<Record<string, Ask>>;

const whole = (below: number) => Math.floor(Math.random() * below);
const DAY_MS = 86_400_000;
/** Some week of the year that has passed. */
const week = () => {
  const begin = Date.now() - (10 + whole(340)) * DAY_MS;
  return { time_from: new Date(begin).toISOString(), time_to: new Date(begin + 7 * DAY_MS).toISOString() };
};

const ORDERS: Asks = {
  newest: () => ({}),
  'page 100': () => ({ page: 100 }),
  'a week': week,
  'oldest first': () => ({ sort_order: 'asc' }),
  'by amount': () => ({ sort_by: 'amount' }),
  'by change': () => ({ sort_by: 'update_time' }),
  paid: () => ({ order_status: 'paid' }),
  cancelled: () => ({ order_status: 'cancelled' }),
  'no such state': () => ({ order_status: 'scanned' }),
  coin: () => ({ coin_name: 'CNYT' }),
  'coin and state by amount': () => ({ coin_name: 'USDP', order_status: 'paid', sort_by: 'amount' }),
  'a coin by amount': () => ({ coin_name: 'CNYT', sort_by: 'amount' }),
  'a week by amount': () => ({ ...week(), sort_by: 'amount' }),
  type: () => ({ order_type: 'deposit' }),
  'no such type': () => ({ order_type: 'collection' }),
  payer: () => ({ payment_id: FIRST_USER + whole(USERS) }),
  account: () => ({ external_account: `account-${whole(USERS)}` }),
  'order number': (rows) => ({ order_id: `M${whole(rows)}` }),
  'serial number': (rows) => ({ serial_number: `PO${whole(rows)}` }),
};

const FLOW: Asks = {
  newest: () => ({}),
  'page 100': () => ({ page: 100 }),
  'oldest first': () => ({ sort_order: 'asc' }),
  'a week': week,
  coin: () => ({ coin_name: 'CNYT' }),
  'common type': () => ({ transaction_type: 'payment' }),
  'rare type': () => ({ transaction_type: 'issuance' }),
  'no such type': () => ({ transaction_type: 'refund' }),
  'coin and type, a week': () => ({ coin_name: 'USDP', transaction_type: 'transfer', ...week() }),
  'serial number': (rows) => ({ serial_number: `POUSDP${String(1 + whole(rows / 2)).padStart(9, '0')}` }),
};

const SUMS: Asks = {
  'all of it': () => ({}),
  'by day': () => ({ by_day: true, time_zone: ZONE }),
  'a week': week,
};

const LISTS: readonly (readonly [what: string, call: Call, asks: Asks])[] = [
  ['payment orders', orderQuery, ORDERS],
  ['fund flow', assetFlowQuery, FLOW],
  ['fund flow, sums', assetFlowStats, SUMS],
  ['dashboard of today', dashboardStats, { 'one market': () => ({ market: 'USD', time_zone: ZONE }) }],
  [
    'dashboard of a range',
    dashboardRange,
    {
      'a week': () => ({ market: 'USD', time_zone: ZONE, period: 'last_7_days' }),
      'ninety days and the year before': () => ({ market: 'USD', time_zone: ZONE, period: 'last_90_days', compare: 'year_before' }),
    },
  ],
  ['dashboard of all markets', dashboardMarkets, { 'ninety days': () => ({ time_zone: ZONE, period: 'last_90_days' }) }],
  ['months of statements', statementMonths, { 'one coin': () => ({ coin_name: 'USDP', time_zone: ZONE }) }],
];

const STATEMENT = { coin_name: 'USDP', month: '2026-08', time_zone: ZONE };

/** The console of a merchant who has many orders and many entries: each call from its route to its answer. */
export function benchConsole(databaseUrl: string, rows = MANY): Promise<Row[]> {
  return withServed(
    databaseUrl,
    async (owner, url, { db }) => {
      await loadOrders(owner, rows);
      await loadFlow(url, rows);
      // As the worker has by then.
      while (!(await sumUpFigures(db, new Date(), SUMMING_MS)));
      return { merchantId: OWNER, userId: FIRST_USER };
    },
    async (served) => {
      const size = `${rows.toLocaleString('en')} orders and entries`;
      const measured: Row[] = [];
      for (const [what, call, asks] of LISTS) measured.push(await measure(served, { what: `${what}, ${size}`, call, asks, rows }));
      return [...measured, ...(await statements(served, size))];
    },
  );
}

interface Measured {
  readonly what: string;
  readonly call: Call;
  readonly asks: Asks;
  readonly rows: number;
}

async function measure({ ask }: Served, { what, call, asks, rows }: Measured): Promise<Row> {
  const times = await timesOf(asks, { warmUp: WARM_UP, requests: REQUESTS }, (next) => ask(call, next(rows)));
  const all = [...times.values()].flat();
  return {
    what: `console: ${what}, p99`,
    measured: percentile(all, 0.99),
    unit: 'ms',
    budget: { kind: 'max', limit: LIMIT_MS },
    detail: `p50 ${median(all).toFixed(1)} ms; medians: ${[...times].map(([name, each]) => `${name} ${median(each).toFixed(1)}`).join(', ')}`,
  };
}

async function statements({ ask }: Served, size: string): Promise<Row[]> {
  const timed = async (call: Call, input: object): Promise<number> => {
    const times: number[] = [];
    for (let request = 0; request < 5; request += 1) times.push(await ask(call, input));
    return median(times);
  };
  const row = (what: string, measured: number, budget: Row['budget']): Row => ({
    what: `console: ${what}, ${size}`,
    measured,
    unit: 'ms',
    budget,
    detail: 'median of 5',
  });
  const limit = { kind: 'max', limit: STATEMENT_MS } as const;
  return [
    row('the statement of a month', await timed(statementDetail, STATEMENT), limit),
    row('the same as PDF', await timed(statementExport, { ...STATEMENT, format: 'pdf' }), limit),
    row('the same as CSV, every entry', await timed(statementExport, { ...STATEMENT, format: 'csv' }), null),
  ];
}

/** Orders of a year, directly and set by set: most are paid. */
async function loadOrders(owner: pg.Client, orders: number): Promise<void> {
  await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
  await owner.query(
    `insert into merchant (merchant_id, name, username, password_hash, authentication_status, markets) values ($1, 'Big Shop', 'big-shop', '-', 'approved', '{USD,CNY}')`,
    [OWNER],
  );
  await owner.query(
    `insert into wallet_user (user_id, nick, username, password_hash, markets) select $1::bigint + n, 'User ' || n, 'user-' || n, '-', '{USD}' from generate_series(0, $2 - 1) as n`,
    [FIRST_USER, USERS],
  );
  await withoutIndexes(owner, 'payment_order', async () => {
    await owner.query(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, cancelled_by, external_account,
         payer_id, payer_nick, create_time, update_time, expire_time, paid_time)
       select $1, 'PO' || n, 'M' || n, 'T' || n, case when n % 4 = 0 then 'CNYT' else 'USDP' end, 100 + n * 7919 % 1000000, 1, 99 + n * 7919 % 1000000,
         status, case when status = 'cancelled' then 'payer' end, 'account-' || n % $3, case when status = 'paid' then $4::bigint + n % $3 end,
         case when status = 'paid' then 'User' end, at, at + interval '1 minute', at + interval '15 minutes', case when status = 'paid' then at + interval '1 minute' end
       from generate_series(0, $2::bigint - 1) as n
       cross join lateral (select (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'cancelled', 'expired', 'expired'])[1 + n % 10] as status,
         now() - interval '1 year' + n::float8 / $2::bigint * interval '1 year' as at) as made`,
      [OWNER, orders, USERS, FIRST_USER],
    );
  });
}

if (import.meta.main) await runAlone((url) => benchConsole(url, Number(process.argv[2] ?? MANY)));

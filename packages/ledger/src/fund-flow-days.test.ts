import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from './accounts.ts';
import { sumEntries } from './fund-flow-totals.ts';
import { beginningOfDay } from './local-day.ts';
import { ALICE, Bank, BOB, COIN, OTHER_COIN } from './testing/bank.ts';

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;
const START = Date.UTC(2026, 0, 1);
/** Two years of half hours. */
const HALF_HOURS = 2 * 365 * 48;

/** Clocks that never change, that do so at night, at midnight itself to either side, and that are off by parts of an hour. */
const ZONES = [
  'UTC',
  'Asia/Ho_Chi_Minh',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Atlantic/Azores',
  'America/Nuuk',
  'America/Santiago',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  for (const [coin, every, rolled] of [
    [COIN, 1, HALF_HOURS],
    [OTHER_COIN, 7, 4_000],
  ] as const) {
    await bank.owner.query(
      `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
         available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
       select $1, $2, 'main', v, row_number() over (partition by type order by v), $1, gen_random_uuid(), type,
         'S' || v, $3, 1000000, 1000000 + case when v % 3 = 0 then -v else v end, 0, 0, 0, 0, v % 5,
         -- Ten minutes after each half hour: a day that begins a quarter past an hour lies between two of them as well.
         to_timestamp($4::float8 / 1000 + (v - 1) * $5 * 1800 + 600), type is distinct from lag(type) over (order by v)
       from (select v, case when v % 5 = 0 then 'transfer' else 'payment' end as type from generate_series(1, $6::bigint / $5) v) planted`,
      [ALICE, coin, BOB, START, every, HALF_HOURS],
    );
    await bank.owner.query('update ledger.account set version = $3::bigint / $4 where owner_id = $1 and coin = $2', [
      ALICE,
      coin,
      HALF_HOURS,
      every,
    ]);
    await bank.owner.query('select ledger.roll_up(10, $1, 1)', [rolled]);
  }
  await bank.owner.query('vacuum analyze ledger.entry, ledger.running_total');
});
afterAll(() => bank.close());

/** Every entry by itself, by the database's own clock. */
async function meant(zone: string, from: Date, to: Date, type: string | undefined) {
  const { rows } = await bank.owner.query(
    `select to_char(posted_at at time zone $2, 'YYYY-MM-DD') as day, coin, type, count(*)::int as count,
       sum(greatest(available_after - available_before, 0))::text as amount_in,
       sum(greatest(available_before - available_after, 0))::text as amount_out, sum(charge)::text as charge
     from ledger.entry
     where owner_id = $1 and posted_at >= $3 and posted_at < $4 and ($5::text is null or type = $5)
     group by 1, 2, 3 order by 1, 2, 3`,
    [ALICE, zone, from, to, type],
  );
  return rows;
}

async function found(zone: string, from: Date | undefined, to: Date | undefined, type?: 'payment' | 'transfer') {
  const sums = await sumEntries(bank.app, { owner_id: ALICE, type, time_from: from, time_to: to, day_zone: zone });
  return sums.map(({ amount_in_minor, amount_out_minor, charge_minor, ...rest }) => ({
    ...rest,
    amount_in: String(amount_in_minor),
    amount_out: String(amount_out_minor),
    charge: String(charge_minor),
  }));
}

const at = (halfHours: number) => new Date(START + halfHours * HALF_HOUR_MS);

it.each(ZONES)('puts every entry of two years into its local day in %s', async (zone) => {
  const expected = await meant(zone, at(0), at(HALF_HOURS), undefined);
  expect(expected.length).toBeGreaterThan(2_000);
  expect(await found(zone, undefined, undefined)).toEqual(expected);
});

it('puts the entries of any range of time into their local days', async () => {
  const moment = fc.integer({ min: -100 * 60, max: (HALF_HOURS / 2 + 100) * 60 }).map((minutes) => new Date(START + minutes * 60_000));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      moment,
      moment,
      fc.constantFrom(undefined, 'payment', 'transfer'),
      async (zone, one, other, type) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        expect(await found(zone, from, to, type)).toEqual(await meant(zone, from, to, type));
      },
    ),
    // The day after a time that ends within the last hour of its own has nothing.
    { numRuns: 40, examples: [['UTC', at(0), new Date(START + 23.25 * HOUR_MS), undefined]] },
  );
});

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** How PostgreSQL sums an owner's entries, once `before` was done; all of it is undone. */
async function planOf(before: readonly string[], filter: Omit<Parameters<typeof sumEntries>[1], 'owner_id'>): Promise<Plan> {
  const client = await bank.owner.connect();
  let plan: Plan | undefined;
  const explained = {
    query: async (text: string, values?: readonly unknown[]) => {
      plan = (await client.query(`explain (analyze, buffers, format json) ${text}`, [...(values ?? [])])).rows[0]['QUERY PLAN'][0].Plan;
      return { rows: [] };
    },
  } as unknown as Queryable;
  try {
    await client.query('begin');
    for (const statement of before) await client.query(statement);
    await sumEntries(explained, { owner_id: ALICE, ...filter });
  } finally {
    await client.query('rollback');
    client.release();
  }
  if (!plan) throw new Error('nothing was asked');
  return plan;
}

it('looks for kinds of entries that an owner has none of without reading those of the only kind', async () => {
  const only = `delete from ledger.running_total where type <> 'payment' or coin <> '${COIN}'`;
  const plan = await planOf([only, 'analyze ledger.running_total'], { coins: [COIN] });
  // A search for each type goes through a few pages, and one through what was just deleted.
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(2_000);
});

it('compares no day with each other one, also in sessions without hash and merge joins, as the application has', async () => {
  const removed = (plan: Plan): number =>
    (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, inner) => sum + removed(inner), 0);
  const sessions = ['set local enable_hashjoin = off', 'set local enable_mergejoin = off'];
  expect(removed(await planOf(sessions, { day_zone: 'Asia/Kathmandu' }))).toBeLessThan(50_000);
});

it('has no zone whose days begin within a quarter of an hour, as totals are kept by quarters', async () => {
  const { rows } = await bank.owner.query(
    `select distinct name from pg_timezone_names, generate_series(timestamp '2026-01-01', '2036-01-01', '10 days') as day
     where extract(epoch from ${beginningOfDay('day', 'name')}) % 900 <> 0`,
  );
  expect(rows).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mainAccount } from './account.ts';
import { openAccounts } from './accounts.ts';
import type { Entry } from './entry.ts';
import { type EntryFilter, type EntryOrder, type EntryPosition, rangesWithout } from './entry-ranges.ts';
import { sumEntries } from './fund-flow-totals.ts';
import { countEntries, queryEntries, streamEntries } from './fund-flow.ts';
import { ALICE, Bank, BOB, COIN, OTHER_COIN } from './testing/bank.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await openAccounts(bank.app, [mainAccount(ALICE, 'USDT'), mainAccount(ALICE, 'VNDT')]);
  await plant();
});
afterAll(() => bank.close());

const COINS = [COIN, OTHER_COIN, 'USDT', 'VNDT'];
const START = Date.UTC(2026, 2, 27, 22, 10);
const SPAN_MS = 4 * 86_400_000;

/** Entries over four days in three coins of very different sizes, many at the very same time; USDT has none. */
async function plant(): Promise<void> {
  for (const [coin, count] of [
    [COIN, 900],
    [OTHER_COIN, 37],
    ['VNDT', 210],
  ] as const) {
    await bank.owner.query(
      `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
         available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
       select $1, $2, 'main', v, row_number() over (partition by type order by v), $1, gen_random_uuid(), type,
         'S' || v / 3, $5, 1000000 + v * 10, 1000000 + v * 10 + case when v % 3 = 0 then -7 else 11 end, 0, 0, 0, 0, v % 5,
         to_timestamp($3::bigint / 1000 + floor((v - 1) * $6::float8 / $4 / 1800) * 1800), type is distinct from lag(type) over (order by v)
       from (
         select v, case when v % 7 = 0 then 'transfer' when v % 50 = 1 then 'issuance' else 'payment' end as type
         from generate_series(1, $4::bigint) v
       ) planted`,
      [ALICE, coin, START, count, BOB, SPAN_MS / 1_000],
    );
    await bank.owner.query('update ledger.account set version = $3 where owner_id = $1 and coin = $2', [ALICE, coin, count]);
  }
  await bank.owner.query('vacuum analyze ledger.entry');
}

async function everything(): Promise<Entry[]> {
  const rows: Entry[] = [];
  for await (const chunk of streamEntries(bank.app, { owner_id: ALICE, coins: COINS, order: 'asc', chunk_size: 100 })) rows.push(...chunk);
  return rows;
}

function key({ posted_at_us, coin, purpose, version }: Entry): string {
  return `${posted_at_us} ${coin} ${purpose} ${String(version).padStart(9, '0')}`;
}

/** What a filter means, said over all rows. */
function meant(rows: readonly Entry[], filter: EntryFilter, order: EntryOrder): string[] {
  const kept = rows.filter(
    (row) =>
      (filter.coins === undefined || filter.coins.includes(row.coin)) &&
      (filter.type === undefined || row.type === filter.type) &&
      (filter.serial_number === undefined || row.serial_number === filter.serial_number) &&
      (filter.time_from === undefined || row.posted_at >= filter.time_from) &&
      (filter.time_to === undefined || row.posted_at < filter.time_to),
  );
  const keys = kept.map(key).sort();
  return order === 'asc' ? keys : keys.reverse();
}

const at = (hours: number) => new Date(START + hours * 3_600_000);
const FILTERS: [string, EntryFilter][] = [
  ['nothing', { owner_id: ALICE, coins: COINS }],
  ['not even coins', { owner_id: ALICE }],
  ['one coin', { owner_id: ALICE, coins: [COIN] }],
  ['a coin without entries', { owner_id: ALICE, coins: ['USDT'] }],
  ['a type', { owner_id: ALICE, coins: COINS, type: 'transfer' }],
  ['a type that is rare, in one coin', { owner_id: ALICE, coins: [COIN], type: 'issuance' }],
  ['a time range', { owner_id: ALICE, coins: COINS, time_from: at(20), time_to: at(50) }],
  ['a time range that cuts between equal times', { owner_id: ALICE, coins: COINS, time_from: at(20.5), time_to: at(21) }],
  ['a time range and a type', { owner_id: ALICE, coins: COINS, time_from: at(30), type: 'payment' }],
  ['a time range before everything', { owner_id: ALICE, coins: COINS, time_to: at(-1) }],
  ['a time range after everything', { owner_id: ALICE, coins: COINS, time_from: at(1_000) }],
  ['a time range that is empty', { owner_id: ALICE, coins: COINS, time_from: at(20), time_to: at(20) }],
  ['a serial number', { owner_id: ALICE, coins: COINS, serial_number: 'S12' }],
  ['a serial number, a coin and a type', { owner_id: ALICE, coins: [COIN], serial_number: 'S12', type: 'payment' }],
  ['a serial number of nobody', { owner_id: ALICE, coins: COINS, serial_number: 'S' }],
  ['another owner', { owner_id: BOB, coins: COINS }],
];

describe.each(FILTERS)('the fund flow filtered by %s', (_, filter) => {
  it.each(['desc', 'asc'] as const)('is the same %s by page, by position and streamed, with its total', async (order) => {
    const expected = meant(filter.owner_id === ALICE ? await everything() : [], filter, order);
    const page_size = expected.length > 300 ? 97 : 7;
    const paged: string[] = [];
    for (let skip = 0; skip <= expected.length; skip += page_size) {
      const answer = await queryEntries(bank.app, { ...filter, order, skip, page_size });
      expect(answer.total).toBe(expected.length);
      paged.push(...answer.rows.map(key));
    }
    expect(paged).toEqual(expected);

    const followed: string[] = [];
    let after: EntryPosition | null | undefined;
    do {
      const answer = await queryEntries(bank.app, { ...filter, order, after: after ?? undefined, page_size });
      followed.push(...answer.rows.map(key));
      after = answer.next;
    } while (after !== null);
    expect(followed).toEqual(expected);

    const streamed: string[] = [];
    for await (const chunk of streamEntries(bank.app, { ...filter, order, chunk_size: 83 })) streamed.push(...chunk.map(key));
    expect(streamed).toEqual(expected);
    expect(await countEntries(bank.app, filter)).toBe(expected.length);
  });

  it.each([undefined, 'UTC', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Europe/Berlin'])(
    'sums the same whatever is rolled up, by day in %s',
    async (day_zone) => {
      await bank.owner.query('truncate ledger.running_total, ledger.rollup');
      const plain = await sumEntries(bank.app, { ...filter, day_zone });
      await bank.owner.query('select ledger.roll_up(10, 333, 1)');
      expect(await sumEntries(bank.app, { ...filter, day_zone })).toEqual(plain);
      await bank.owner.query('select ledger.roll_up(10, 1000, 1)');
      expect(await sumEntries(bank.app, { ...filter, day_zone })).toEqual(plain);
      const rows = filter.owner_id === ALICE ? meant(await everything(), filter, 'asc') : [];
      expect(plain.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
    },
  );
});

describe.each([
  ['spread evenly', { [COIN]: [1n, 900n], [OTHER_COIN]: [1n, 37n], VNDT: [1n, 210n] }],
  // The place is not where it is looked for first.
  ['of which one account has the older ones', { [COIN]: [1n, 450n], VNDT: [60n, 210n] }],
  ['of which one account has the newer ones', { [COIN]: [500n, 900n], VNDT: [1n, 150n] }],
])('in entries %s', (_, bounds) => {
  it.each(['desc', 'asc'] as const)('a page in %s order may begin anywhere', async (order) => {
    const ranges = Object.entries(bounds).map(([coin, [first = 1n, last = 0n]]) => ({ coin, purpose: 'main', first, last }));
    const among = (some: typeof ranges) => (entry: Entry) =>
      some.some(({ coin, first, last }) => coin === entry.coin && entry.version >= first && entry.version <= last);
    const rows = (await everything()).filter(among(ranges));
    if (order === 'desc') rows.reverse();
    const wrong: number[] = [];
    for (const [skip, row] of rows.entries()) {
      if (skip % 2 === 0) continue;
      const left = await rangesWithout(bank.app, { owner_id: ALICE, coins: COINS }, ranges, order, BigInt(skip));
      // Of the entries that are left, the first few are read over.
      if (left.skip < 0n || left.skip > 100n || rows.filter(among([...left.ranges]))[Number(left.skip)] !== row) wrong.push(skip);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the sums', () => {
  it('tell what came in, what went out and what was charged', async () => {
    const rows = (await everything()).filter(({ coin, type }) => coin === COIN && type === 'transfer');
    const changes = rows.map(({ change_minor }) => change_minor);
    const [sum] = await sumEntries(bank.app, { owner_id: ALICE, coins: [COIN], type: 'transfer' });
    expect(sum).toEqual({
      day: null,
      coin: COIN,
      type: 'transfer',
      count: rows.length,
      amount_in_minor: changes.reduce((total, change) => (change > 0n ? total + change : total), 0n),
      amount_out_minor: changes.reduce((total, change) => (change < 0n ? total - change : total), 0n),
      charge_minor: rows.reduce((total, { charge_minor }) => total + charge_minor, 0n),
    });
  });

  it('put an entry into the local day of the zone, also where clocks change and where the offset is not whole hours', async () => {
    for (const day_zone of ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York']) {
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: day_zone, dateStyle: 'short' });
      const counts = new Map<string, number>();
      for (const { posted_at } of await everything()) counts.set(local.format(posted_at), (counts.get(local.format(posted_at)) ?? 0) + 1);
      const found = new Map<string, number>();
      for (const { day, count } of await sumEntries(bank.app, { owner_id: ALICE, coins: COINS, day_zone })) {
        found.set(day ?? '', (found.get(day ?? '') ?? 0) + count);
      }
      expect(found).toEqual(counts);
    }
  });
});

describe('the rollup', () => {
  beforeEach(() => bank.owner.query('truncate ledger.running_total, ledger.rollup'));

  it('folds each entry once, however often and in whatever portions it runs', async () => {
    const folded: number[] = [];
    do folded.push(Number((await bank.app.query('select ledger.roll_up(10, 100, 1) as n')).rows[0].n));
    while (folded.at(-1) !== 0);
    expect(folded.reduce((sum, n) => sum + n, 0)).toBe(900 + 37 + 210);
    const { rows } = await bank.owner.query(
      `select sum(count)::int as count
       from (select max(count) as count from ledger.running_total group by owner_id, coin, purpose, type) newest`,
    );
    expect(rows).toEqual([{ count: 900 + 37 + 210 }]);
  });

  it('leaves accounts with little to fold alone', async () => {
    await bank.app.query('select ledger.roll_up(10, 100, 500)');
    const { rows } = await bank.owner.query('select coin from ledger.rollup');
    expect(rows).toEqual([{ coin: COIN }]);
  });

  it('is done by one caller at a time', async () => {
    const client = await bank.owner.connect();
    await client.query('begin; select ledger.roll_up(10, 100, 1)');
    expect((await bank.app.query('select ledger.roll_up(10, 100, 1) as n')).rows).toEqual([{ n: '0' }]);
    await client.query('rollback');
    client.release();
  });
});

it('has no type filter for the provider, whose entries are not numbered by type', async () => {
  const query = { owner_id: 1, coins: COINS, purposes: ['fees'], order: 'desc', page_size: 5 } as const;
  expect(await queryEntries(bank.app, query)).toMatchObject({ total: 0 });
  await expect(queryEntries(bank.app, { ...query, type: 'payment' })).rejects.toThrow(RangeError);
});

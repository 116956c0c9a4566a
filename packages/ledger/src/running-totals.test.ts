import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../server/src/platform/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../server/src/platform/testing/database.ts';
import { mainAccount } from './account.ts';
import { openAccounts } from './accounts.ts';
import { sumEntries } from './fund-flow-totals.ts';
import { ALICE, COIN } from './testing/bank.ts';
import { migrateTo } from './testing/migrate-to.ts';

/** Six weeks of entries, one every twenty minutes. */
const ENTRIES = 3_000;
const ROLLED_UP = 2_000;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrateTo(database.url, '0332');
  client = new pg.Client({ connectionString: database.url, options: '-c purser.owner_id=system' });
  await client.connect();
  await openAccounts(client, [mainAccount(ALICE, COIN)]);
  await client.query(
    `insert into ledger.entry (owner_id, version, type_version, posting_owner_id, available_before, available_after, frozen_before, frozen_after,
       pending_before, pending_after, charge, posted_at, posting_id, coin, purpose, type, serial_number, begins_run)
     select $1, n, n, $1, 100000, 100000 + case when n % 3 = 0 then -n else n end, 0, 0, 0, 0, n % 7, timestamptz '2026-01-01' + n * interval '20 min',
       gen_random_uuid(), $2, 'main', case when n % 4 = 0 then 'payment' else 'transfer' end, 'S', true
     from generate_series(1, $3::integer) as n`,
    [ALICE, COIN, ENTRIES],
  );
  await client.query('update ledger.account set version = $1', [ENTRIES]);
  await client.query('select ledger.roll_up(10, $1, 1)', [ROLLED_UP]);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('begin with all that hourly totals held, and go on from there', async () => {
  await migrate(database.url);
  const totals = async () =>
    (await client.query('select type, quarter, count, amount_in, amount_out, charge from ledger.running_total order by type, quarter'))
      .rows;
  const sums = () => sumEntries(client, { owner_id: ALICE, day_zone: 'Asia/Kathmandu' });
  const migrated = await totals();
  expect(migrated).toHaveLength(ROLLED_UP);
  const before = await sums();
  await client.query('select ledger.roll_up(10, $1, 1)', [ENTRIES]);
  expect(await sums()).toEqual(before);
  const whole = await totals();
  expect(whole).toHaveLength(ENTRIES);
  await client.query('truncate ledger.running_total, ledger.rollup');
  expect(await sums()).toEqual(before);
  await client.query('select ledger.roll_up(10, $1, 1)', [ROLLED_UP]);
  expect(await totals()).toEqual(migrated);
  await client.query('select ledger.roll_up(10, $1, 1)', [ENTRIES]);
  expect(await totals()).toEqual(whole);
});

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../server/src/platform/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../server/src/platform/testing/database.ts';
import { mainAccount, providerAccounts } from './account.ts';
import { openAccounts } from './accounts.ts';
import { queryEntries } from './fund-flow.ts';
import { planIssuance, planPayment, planTransfer, type Posting } from './posting.ts';
import { bigintArray } from './sql-array.ts';
import { postBatch } from './store.ts';
import { ALICE, BOB, COIN, identity, KEY } from './testing/bank.ts';
import { migrateTo } from './testing/migrate-to.ts';
import { verifyLedger } from './verify.ts';

const terms = { coin: COIN, amount_minor: 100n, fee_minor: 1n };
const issue = (): Posting => planIssuance({ ...identity(1), to: mainAccount(ALICE, COIN), amount_minor: 100_000n });
const move = (): Posting => planTransfer({ ...identity(ALICE), ...terms, from: ALICE, to: BOB });
const pay = (): Posting => planPayment({ ...identity(BOB), ...terms, payer: ALICE, merchant: BOB });

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  // The last one that had every entry in the index over types.
  await migrateTo(database.url, '0098');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await openAccounts(client, [...providerAccounts(COIN), mainAccount(ALICE, COIN), mainAccount(BOB, COIN)]);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function post(...plans: readonly (() => Posting)[]): Promise<void> {
  const postings = plans.map((plan) => plan());
  for (const { outcome } of await postBatch(client, KEY, postings)) expect(outcome).toBe('posted');
}

/** Posts with the post_batch of that time: it answered once for every posting, and was always told of frozen and pending funds. */
async function postAsBefore(...plans: readonly (() => Posting)[]): Promise<void> {
  const postings = plans.map((plan) => plan());
  const none = bigintArray(postings.flatMap(({ legs }) => legs.map(() => 0)));
  const results = await postBatch(
    {
      query: (text: string, values: unknown[]) =>
        client.query(text.replace('select postings,', 'select array[posting] as postings,'), values.with(11, none).with(12, none)),
    } as typeof client,
    KEY,
    postings,
  );
  for (const { outcome } of results) expect(outcome).toBe('posted');
}

async function numbers(type: 'payment' | 'transfer'): Promise<{ total: number; found: string }> {
  const { rows, total } = await queryEntries(client, { owner_id: ALICE, type, order: 'asc', page_size: 20 });
  return { total, found: rows.map((row) => `${row.version}:${row.type}${row.type_version}`).join(' ') };
}

it('carries a ledger over, whose entries of a type are then found by the first of each run', async () => {
  await postAsBefore(issue, pay, pay, move, move, move);
  await postAsBefore(pay, pay, pay);
  await migrate(database.url);

  expect((await verifyLedger(client, KEY)).breaks).toEqual([]);
  const payments = '2:payment1 3:payment2 7:payment3 8:payment4 9:payment5';
  expect(await numbers('payment')).toEqual({ total: 5, found: payments });
  expect(await numbers('transfer')).toEqual({ total: 3, found: '4:transfer1 5:transfer2 6:transfer3' });

  await post(pay, move, move);
  expect((await verifyLedger(client, KEY)).breaks).toEqual([]);
  expect(await numbers('payment')).toEqual({ total: 6, found: `${payments} 10:payment6` });
  expect(await numbers('transfer')).toEqual({ total: 5, found: '4:transfer1 5:transfer2 6:transfer3 11:transfer4 12:transfer5' });
  const { rows } = await client.query(
    `select string_agg(version::text, ' ' order by version) as first from ledger.entry where owner_id = $1 and begins_run`,
    [ALICE],
  );
  expect(rows).toEqual([{ first: '1 2 4 7 11' }]);
});

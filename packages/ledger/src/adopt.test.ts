import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../server/src/platform/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../server/src/platform/testing/database.ts';
import { mainAccount, providerAccount } from './account.ts';
import { openAccounts } from './accounts.ts';
import { adoptPostings } from './adopt.ts';
import { contentMac, inKeyOrder } from './content-mac.ts';
import { planIssuance, planTransfer, type Posting } from './posting.ts';
import { bigintArray, integerArray, jsonArray, textArray } from './sql-array.ts';
import { postBatch } from './store.ts';
import { ALICE, BOB, COIN, identity, KEY } from './testing/bank.ts';
import { migrateTo } from './testing/migrate-to.ts';
import { verifyLedger } from './verify.ts';

/** The database of a ledger without MACs, with these postings made by the post_batch of that time. */
const issuance = planIssuance({ ...identity(ALICE), to: mainAccount(ALICE, COIN), amount_minor: 10_000n });
/** Where all fees went before there were stripes. */
const OLD_FEES = { owner_id: 1, coin: COIN, purpose: 'fees' };
const terms = { from: ALICE, to: BOB, coin: COIN, amount_minor: 1_000n, fee_minor: 10n };
const transfer = planTransfer({ ...identity(ALICE), ...terms });
const legs = transfer.legs.map((leg) => (leg.account.purpose === 'fees' ? { ...leg, account: OLD_FEES } : leg));
const noted: Posting = { ...transfer, legs, note: { remark: 'rent', b: 1, a: [true, null] } };
const free: Posting = planTransfer({ ...identity(BOB), ...terms, fee_minor: 0n });

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await migrateTo(database.url, '0007');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const accounts = [mainAccount(ALICE, COIN), mainAccount(BOB, COIN), OLD_FEES];
  await openAccounts(client, [...accounts, { ...providerAccount(COIN, 'issuance'), unbounded: true }]);
  for (const posting of [issuance, noted, free]) await postWithoutMac(posting);
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function postWithoutMac(posting: Posting): Promise<void> {
  const legs = inKeyOrder(posting.legs).map(({ leg }) => leg);
  const { rows } = await client.query<{ result: string }>(
    `select result from ledger.post_batch(array[$1::bigint], array[$2::uuid], array[$3], array[$4], $5::jsonb[], $6::bigint[], $7::text[], $8::text[],
       $9::integer[], $10::integer[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])`,
    [
      posting.owner_id,
      posting.posting_id,
      posting.type,
      posting.serial_number,
      jsonArray([posting.note]),
      bigintArray(legs.map(({ account }) => account.owner_id)),
      textArray(legs.map(({ account }) => account.coin)),
      textArray(legs.map(({ account }) => account.purpose)),
      integerArray(legs.map(() => 1)),
      integerArray(legs.map((_, i) => i + 1)),
      bigintArray(legs.map(({ available }) => available ?? 0n)),
      bigintArray(legs.map(() => 0)),
      bigintArray(legs.map(() => 0)),
      bigintArray(legs.map(({ charge }) => charge ?? 0n)),
      bigintArray(legs.map(({ counterparty }) => counterparty)),
    ],
  );
  expect(rows).toEqual([{ result: 'posted' }]);
}

async function macs(): Promise<Map<string, Buffer | null>> {
  const { rows } = await client.query<{ posting_id: string; content_mac: Buffer | null }>(
    'select posting_id, content_mac from ledger.posting',
  );
  return new Map(rows.map((row) => [row.posting_id, row.content_mac]));
}

async function forge(): Promise<void> {
  await client.query(
    `alter table ledger.posting drop constraint posting_has_its_mac;
     insert into ledger.posting (owner_id, posting_id, type, serial_number, content_hash, posted_at)
     values (${ALICE}, gen_random_uuid(), 'transfer', 'FORGED', sha256(''), now())`,
  );
}

it('gives the postings from before the MAC they would have been made with, once', async () => {
  await migrate(database.url);
  expect(await adoptPostings(client, KEY)).toEqual({ outcome: 'adopted', adopted: 3, refused: 0 });
  for (const posting of [issuance, noted, free]) expect((await macs()).get(posting.posting_id)).toEqual(contentMac(KEY, posting));

  // What the provider has collected stays its own, beside a stripe for everybody's fees to come.
  const fees = await client.query(`select owner_id, available from ledger.account where purpose = 'fees' order by owner_id`);
  expect(fees.rows).toEqual(Array.from({ length: 128 }, (_, i) => ({ owner_id: String(i + 1), available: i === 0 ? '10' : '0' })));

  // They are replays from now on, and the ledger goes on from where it was.
  const next = planTransfer({ ...identity(ALICE), ...terms });
  await client.query('begin');
  const again = await postBatch(client, KEY, [noted, { ...free, note: 'changed' }, next]);
  await client.query('commit');
  expect(again.map(({ outcome }) => outcome)).toEqual(['replayed', 'content_mismatch', 'posted']);
  expect((await verifyLedger(client, KEY, { planned: false })).breaks).toEqual([]);

  await forge();
  expect(await adoptPostings(client, KEY)).toEqual({ outcome: 'adopted_before' });
  expect([...(await macs()).values()].filter((mac) => mac === null).length).toBe(1);
});

it('does not adopt a posting whose rows are not what they were when it was made', async () => {
  await migrate(database.url);
  await client.query(`update ledger.entry set charge = charge + 1 where owner_id = ${BOB} and posting_id = $1`, [noted.posting_id]);
  expect(await adoptPostings(client, KEY)).toEqual({ outcome: 'adopted', adopted: 2, refused: 1 });
  expect((await macs()).get(noted.posting_id)).toBeNull();
  expect((await macs()).get(free.posting_id)).toEqual(contentMac(KEY, free));
});

it.each([
  ['was taken away', 'delete from ledger.adoption'],
  ['was written without the key', `update ledger.adoption set mark = sha256('mine')`],
  ['says something else', 'update ledger.adoption set adopted = 4'],
])('adopts nothing when the mark %s', async (_, forgery) => {
  await migrate(database.url);
  await adoptPostings(client, KEY);
  await client.query(forgery);
  await forge();
  expect(await adoptPostings(client, KEY)).toEqual({ outcome: 'mark_missing' });
  expect([...(await macs()).values()].filter((mac) => mac === null).length).toBe(1);
});

it('takes a posting without a MAC for no replay, until it is adopted', async () => {
  await migrate(database.url);
  await client.query('begin');
  expect(await postBatch(client, KEY, [noted])).toEqual([{ outcome: 'content_mismatch' }]);
  await client.query('rollback');
});

it('adopts as a whole: when it is cut off, it is as if it had not begun', async () => {
  await migrate(database.url);
  // One that cannot be written stops it after others were given theirs.
  await client.query(`create function pg_temp.stop() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`);
  await client.query('create trigger stop before insert on ledger.adoption execute function pg_temp.stop()');
  await expect(adoptPostings(client, KEY)).rejects.toThrow('cut off');
  await client.query('drop trigger stop on ledger.adoption');
  expect(new Set((await macs()).values())).toEqual(new Set([null]));
  expect(await adoptPostings(client, KEY)).toMatchObject({ outcome: 'adopted', adopted: 3 });
});

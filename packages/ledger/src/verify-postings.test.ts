import type pg from 'pg';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Bank, KEY } from './testing/bank.ts';
import { writeIssuances } from './testing/many.ts';
import { verifyPostings } from './verify-postings.ts';
import { Findings, reading } from './verify-reader.ts';

const POSTINGS = 3_000;
const ENTRIES_OF_A_POSTING = 2;

let bank: Bank;
let client: pg.PoolClient;
beforeEach(async () => {
  bank = await Bank.open();
  client = await bank.owner.connect();
});
afterEach(async () => {
  client.release();
  await bank.close();
});

/** Verifies all postings; gives what was found and how many entries were visited for it. */
async function verified(): Promise<{ count: bigint; breaks: string[]; visited: number | undefined }> {
  await client.query('analyze ledger.entry, ledger.posting');
  const before = await visited();
  const findings = new Findings();
  const count = await reading(client, (reader) => verifyPostings(reader, KEY, { planned: true }, findings));
  // Nodes count what each of them has visited.
  return { count, breaks: findings.breaks.map(({ check }) => check), visited: onCluster ? undefined : (await visited()) - before };
}

/** Rows of ledger.entry that all statements so far have looked at, by an index or not. */
async function visited(): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ visited: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as visited from pg_stat_user_tables where relid = 'ledger.entry'::regclass`,
  );
  return rows[0]?.visited ?? 0;
}

it.each([
  ['a serial number of its own', (n: number) => `S-${n}`],
  ['one serial number for all', () => 'S'],
])('visits the entries of a posting once, with %s', async (_, serialNumber) => {
  await writeIssuances(client, KEY, POSTINGS, serialNumber);
  const entries = POSTINGS * ENTRIES_OF_A_POSTING;
  expect(await verified()).toEqual({ count: BigInt(POSTINGS), breaks: [], visited: onCluster ? undefined : entries });
});

it('reads no more entries of a posting than one can have, and finds that they are not its own', async () => {
  await writeIssuances(client, KEY, 1, () => 'S');
  await client.query(
    `insert into ledger.entry select (e).* from (
       select jsonb_populate_record(e, jsonb_build_object('version', n)) as e from ledger.entry e, generate_series(2, 1000) n
       where e.owner_id <> 1
     ) copies`,
  );
  const found = await verified();
  expect(found.breaks).toContain('every posting is what its content MAC was made of');
  if (!onCluster) expect(found.visited).toBeLessThanOrEqual(17);
});

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mainAccount } from './account.ts';
import { planHold, planRelease } from './review-postings.ts';
import { ALICE, Bank, COIN, identity } from './testing/bank.ts';
import { verifyHolds } from './verify-holds.ts';
import { Findings, reading } from './verify-reader.ts';

/** More than two pages of holds, and half of them used up: two entries each, and one of each that stands. */
const HOLDS = 4_500;
const ENTRIES = (HOLDS / 2) * 3;
const AT_A_TIME = 500;

let bank: Bank;
let client: pg.PoolClient;
beforeEach(async () => {
  bank = await Bank.open();
  client = await bank.owner.connect();
  const account = mainAccount(ALICE, COIN);
  await bank.issue(account, 10n ** 9n);
  for (let made = 0; made < HOLDS; made += AT_A_TIME) {
    const holds = Array.from({ length: AT_A_TIME }, () => ({ account, hold: randomUUID(), amount_minor: 5n }));
    await bank.post(...holds.map((one) => planHold({ ...identity(ALICE), ...one })));
    const used = holds.slice(AT_A_TIME / 2);
    await bank.post(...used.map((one) => planRelease({ ...identity(ALICE), ...one, type: 'review_rejected' })));
  }
});
afterEach(async () => {
  client.release();
  await bank.close();
});

/** Entries that all statements so far have looked at, by an index or not. */
async function visited(): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ visited: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as visited from pg_stat_user_tables where relid = 'ledger.entry'::regclass`,
  );
  return rows[0]?.visited ?? 0;
}

it.skipIf(onCluster)(
  'visits each entry with a hold once for its name and once for its sum, whether or not the table is known to the planner',
  async () => {
    for (const known of [false, true]) {
      if (known) await client.query('vacuum analyze ledger.entry, ledger.hold');
      const before = await visited();
      const findings = new Findings();
      await reading(client, (reader) => verifyHolds(reader, findings));
      expect(findings.breaks).toEqual([]);
      // A page may read on to the end of the one after it, and what the pool did before may be counted late.
      expect((await visited()) - before).toBeLessThanOrEqual(ENTRIES * 2 + HOLDS + AT_A_TIME);
    }
  },
);

it('names each hold that is not what its entries come to, whatever page it is on', async () => {
  await client.query('update ledger.hold set remaining = remaining + 1');
  const findings = new Findings();
  await reading(client, (reader) => verifyHolds(reader, findings));
  // Of each check the first hundred are told.
  expect(findings.breaks).toHaveLength(100);
  expect(findings.breaks[0]?.found).toBe(`holds ${COIN} main frozen 6, its entries come to ${COIN} main frozen 5`);
});

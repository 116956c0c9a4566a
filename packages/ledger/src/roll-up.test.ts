import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stateOf } from './on-nodes.ts';
import { ALICE, Bank, COIN } from './testing/bank.ts';

const BACKLOG = 300_000;
const STATEMENT_MS = 1_000;
/** query_canceled: the statement's time was over. */
const CANCELED = '57014';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await bank.owner.query(
    `insert into ledger.entry (owner_id, version, type_version, posting_owner_id, available_before, available_after, frozen_before, frozen_after,
       pending_before, pending_after, charge, posted_at, posting_id, coin, purpose, type, serial_number)
     select ${ALICE}, n, n, ${ALICE}, n - 1, n, 0, 0, 0, 0, 0, timestamptz '2026-01-01' + n * interval '1 s', gen_random_uuid(), '${COIN}', 'main', 'transfer', 'S'
     from generate_series(1, ${BACKLOG}) as n`,
  );
  await bank.owner.query(`update ledger.account set version = ${BACKLOG} where owner_id = ${ALICE} and coin = '${COIN}'`);
});
afterAll(() => bank.close());

/** One call; on a machine that stood still it may be cancelled once. */
async function rollUp(client: pg.Client, tries = 3): Promise<number> {
  try {
    return Number((await client.query('select ledger.roll_up(10, 10000000, 1) as n')).rows[0].n);
  } catch (error) {
    if (tries === 1 || stateOf(error) !== CANCELED) throw error;
    return rollUp(client, tries - 1);
  }
}

it('catches up with a backlog that no statement could fold within its time limit', { timeout: 60_000 }, async () => {
  const options = `-c role=purser_app -c purser.owner_id=system -c statement_timeout=${STATEMENT_MS}`;
  const client = new pg.Client({ connectionString: bank.url, options });
  await client.connect();
  const folded: number[] = [];
  try {
    // Each call ends by itself, before its time is over, and keeps what it has done.
    do folded.push(await rollUp(client));
    while (folded.at(-1) !== 0);
  } finally {
    await client.end();
  }
  expect(folded.length).toBeGreaterThan(2);
  expect(folded.reduce((sum, n) => sum + n, 0)).toBe(BACKLOG);
  const { rows } = await bank.owner.query(
    `select max(count)::int as count, max(amount_in)::int as amount_in, count(*)::int as quarters from ledger.running_total`,
  );
  expect(rows).toEqual([{ count: BACKLOG, amount_in: BACKLOG, quarters: Math.ceil((BACKLOG + 1) / 900) }]);
});

it('stops when the budget of the call is spent, after one slice at least', async () => {
  await bank.owner.query('truncate ledger.running_total, ledger.rollup');
  const call = async () => Number((await bank.app.query('select ledger.roll_up(10, 10000000, 1, 0) as n')).rows[0].n);
  expect([await call(), await call()]).toEqual([2_000, 2_000]);
  const { rows } = await bank.owner.query('select rolled_up_to_version::int as upto from ledger.rollup');
  expect(rows).toEqual([{ upto: 4_000 }]);
});

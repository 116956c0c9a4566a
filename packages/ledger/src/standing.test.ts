import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainAccount } from './account.ts';
import { openAccounts } from './accounts.ts';
import { standingsAt } from './standing.ts';
import { ALICE, Bank, BOB, COIN, move, OTHER_COIN } from './testing/bank.ts';

let bank: Bank;
const account = mainAccount(ALICE, COIN);
/** A moment between postings, by the database's clock. */
const moments: Date[] = [];

async function moment(): Promise<Date> {
  await bank.owner.query('select pg_sleep(0.005)');
  const { rows } = await bank.owner.query<{ now: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as now`);
  await bank.owner.query('select pg_sleep(0.005)');
  return rows[0]?.now ?? new Date(0);
}

beforeAll(async () => {
  bank = await Bank.open();
  await openAccounts(bank.app, [mainAccount(ALICE, 'USDT')]);
  moments.push(await moment());
  for (let step = 0; step < 60; step += 1) {
    await bank.issue(account, 100n);
    if (step % 3 === 0) await bank.post(move(account, mainAccount(BOB, COIN), 30n));
    if (step % 7 === 0) moments.push(await moment());
  }
  moments.push(await moment());
});
afterAll(() => bank.close());

it('is what the last entry before each moment left, in the order in which the moments are asked', async () => {
  const { rows } = await bank.owner.query(
    'select available_after, frozen_after, pending_after, posted_at from ledger.entry where owner_id = $1 and coin = $2 order by version',
    [ALICE, COIN],
  );
  const asked = [...moments].toReversed();
  const meant = asked.map((at) => {
    const before = rows.filter(({ posted_at }) => posted_at < at);
    const last = before.at(-1);
    return {
      entries: BigInt(before.length),
      available_minor: BigInt(last?.available_after ?? 0),
      frozen_minor: BigInt(last?.frozen_after ?? 0),
      pending_minor: BigInt(last?.pending_after ?? 0),
    };
  });
  expect(meant[0]?.entries).toBe(80n);
  expect(meant.at(-1)?.entries).toBe(0n);
  expect(await standingsAt(bank.app, account, asked)).toEqual(meant);
});

it('is nothing for an account without entries, and for one that is not open', async () => {
  const nothing = { entries: 0n, available_minor: 0n, frozen_minor: 0n, pending_minor: 0n };
  const now = [new Date()];
  expect(await standingsAt(bank.app, mainAccount(ALICE, 'USDT'), now)).toEqual([nothing]);
  expect(await standingsAt(bank.app, mainAccount(ALICE, OTHER_COIN), now)).toEqual([nothing]);
  expect(await standingsAt(bank.app, mainAccount(ALICE, 'NONE'), now)).toEqual([nothing]);
  expect(await standingsAt(bank.app, account, [])).toEqual([]);
});

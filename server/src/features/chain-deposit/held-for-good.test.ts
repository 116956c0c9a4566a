import { afterAll, beforeAll, expect, it } from 'vitest';
import { onCluster } from '../../platform/testing/citus.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { keepStatistics } from '../../main/testing/multiply.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { newRange, type Range } from './watch.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
  if (!onCluster) await keepStatistics(world.app);
});
afterAll(() => world.close());

/** More than are looked at again at once. */
const FOR_GOOD = 1_200;

/** Expects of a walk's looks that each reads what it looks at, by the index that is in that order. */
async function expectByIndex(during: () => Promise<unknown>): Promise<void> {
  const watch = await PlanWatch.start(world.app);
  const seen = await watch.during(during);
  watch.stop();
  const looks = seen.filter(({ text }) => text.includes("state = 'held' and (seen_at"));
  expect(looks).toHaveLength(3);
  for (const { reached, scanned } of looks) expect([reached, scanned]).toEqual([['chain_deposit: chain_deposit_held'], []]);
}

/** As a watcher that looks until it has walked through all that is held: the number of looks. */
async function walk(range: Range): Promise<number> {
  for (let looks = 1; looks < 20; looks += 1) {
    await world.look(undefined, range);
    if (range.held.last === undefined) return looks;
  }
  throw new Error('the walk has an end');
}

it('keeps no newer one waiting, and is written again only where something has changed', async () => {
  const { app, anvil, token } = world;
  const suspended = await world.makeDepositor();
  const { merchant, address } = await world.makeDepositor();
  await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [suspended.merchant.merchant_id]);
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, seen_at, settled_at)
     select $1, 'ERC20', sha256(n::text::bytea), 0, 'held', 'suspended', $2, '0xsender', 500000000, 500000000, 1, sha256('1'),
       date_trunc('milliseconds', now() - (n / 700 + 1) * interval '1 day'), now() - interval '1 day'
     from generate_series(1, ${FOR_GOOD}) as n`,
    [suspended.merchant.merchant_id, suspended.address],
  );
  await app.sql(`update coin_rate set coin = 'USDP' where coin = 'CNYT'`);
  await anvil.mint(token, address, 500_000_000n);
  await anvil.mine(4);
  const range = newRange();
  expect(await walk(range)).toBe(3);
  expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'held', reason: 'no_rate' }]);

  const versions = () => app.sql<{ xmin: string }>(`select ctid::text, xmin::text, settled_at from chain_deposit order by owner_id, txid`);
  const written = await versions();
  range.held = newRange().held;
  const begun = performance.now();
  if (onCluster) await walk(range);
  else await expectByIndex(() => walk(range));
  expect(await versions()).toEqual(written);
  // A walk that has ended begins anew only later: as if this one had begun now, however long it took.
  expect(range.held.begunAt).toBeGreaterThanOrEqual(begun);
  range.held = { ...range.held, begunAt: performance.now() };
  await world.look(undefined, range);
  expect(range.held.last).toBeUndefined();

  await app.sql(`update coin_rate set coin = 'CNYT' where coin = 'USDP' and rate = 7.1`);
  range.held = newRange().held;
  expect(await walk(range)).toBe(3);
  expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited', reason: '' }]);
});

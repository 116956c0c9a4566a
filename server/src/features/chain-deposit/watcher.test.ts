import { afterAll, beforeAll, expect, it } from 'vitest';
import { creditDeposits } from '../usdt-recharge/credit.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { watchChains } from './watcher.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(() => world.close());

it('looks at every connected network, and keeps what is wrong with one until it is well again', async () => {
  const { app, anvil, token } = world;
  const { merchant, address } = await world.makeDepositor();
  await anvil.mint(token, address, 500_000_000n);
  await anvil.mine(4);
  const job = watchChains(app.platform, creditDeposits);
  const trouble = async () => (await app.sql<{ trouble: string }>('select trouble from chain_cursor'))[0]?.trouble;
  const connectTo = (endpoints: readonly string[]) => app.sql('update network set endpoints = $1 where chain_id is not null', [endpoints]);
  await connectTo([anvil.url]);
  await job.run();
  expect(await trouble()).toMatch('one_node');
  expect(await world.balanceOf(merchant)).toBe(0n);
  await connectTo([anvil.url, anvil.url.replace('127.0.0.1', 'localhost')]);
  await job.run();
  expect(await trouble()).toBe('');
  expect(await world.balanceOf(merchant)).toBe(354_290n);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectNetwork } from '../../platform/chain/testing/connect.ts';
import { runJobs } from '../../platform/commands/jobs.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { creditDeposits } from '../usdt-recharge/credit.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { startLyingNode } from './testing/lying-node.ts';
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

it('goes on with the others while a look at one network takes long, and does not begin a second one there', async () => {
  const { app, anvil, token } = world;
  const { merchant, address } = await world.makeDepositor();
  const gate = Promise.withResolvers<Error>();
  /** When each look began. */
  const looks: number[] = [];
  const late = await startLyingNode(anvil.url, {
    says: ({ method }) => {
      if (method === 'eth_chainId') looks.push(performance.now());
      return gate.promise;
    },
  });
  await connectNetwork(app, anvil, { network: 'BEP20', token, endpoints: [late.url] });
  const looked = async () =>
    (await app.sql<{ at: Date }>(`select looked_at as at from chain_provider where network = 'ERC20' order by place`))[0]?.at ??
    new Date(0);
  const watching = runJobs([{ ...watchChains(app.platform, creditDeposits), everyMs: 20 }], app.platform.log);
  try {
    await eventually(() => expect(looks).toHaveLength(1));
    await app.sql(`update chain_provider set looked_at = now() - interval '1 minute'`);
    const before = await looked();
    await anvil.mint(token, address, 500_000_000n);
    await anvil.mine(4);
    await eventually(async () => expect(await world.balanceOf(merchant)).toBe(354_290n));
    expect((await looked()).getTime()).toBeGreaterThan(before.getTime());
    // On a slow machine the first may have been given up by now: a node has ten seconds to answer.
    for (const [place, began] of looks.entries()) if (place > 0) expect(began - (looks[place - 1] ?? 0)).toBeGreaterThan(9_000);
  } finally {
    gate.resolve(new Error('too late'));
    await watching.close();
    await late.stop();
  }
});

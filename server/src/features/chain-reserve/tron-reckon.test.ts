import { chainReserveState } from '@purser/contract/features/chain-reserve';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '../../platform/testing/app.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { chainFunds } from '../../domain/chain-funds.ts';
import { newTronAddress } from '../usdt-withdrawal/testing/tron-signing.ts';
import { type TronSweepingWorld, tronSweepingWorld } from '../usdt-withdrawal/testing/tron-sweeping.ts';
import { reservesCommand } from './command.ts';
import { chainReserveJobs } from './jobs.ts';

let world: TronSweepingWorld;
beforeAll(async () => {
  world = await tronSweepingWorld();
  // The signer says that it pays the network, and from where.
  await world.signer().tick();
  await world.sweeper().tick();
});
afterAll(() => world.close());

/** What staff see after the worker has reckoned. */
const reckoned = async () => {
  await chainReserveJobs(world.app.platform)[0]?.run();
  const admin = await makeStaff(world.app, 'admin');
  return dataOf(await admin.call(chainReserveState, {})).list.find(({ network }) => network === 'TRC20')?.reserve;
};

it('agrees on TRON through deposits, sweeps and what moved after the block that was looked at', async () => {
  const { address } = await world.deposited(200_000_000n);
  expect(await reckoned()).toMatchObject({ held: '200.00', expected: '200.00', drift: '0.00', drift_time: null });
  const sweeper = world.sweeper();
  for (let step = 0; step < 3; step += 1) {
    await sweeper.tick();
    // Solidified, and not looked at yet.
    await world.tron.mine(4);
    expect(await reckoned()).toMatchObject({ held: `${200 + step * 60}.00`, drift: '0.00' });
    await world.settle();
    await world.arrive(address, 60_000_000n);
    await world.tron.mine(4);
    expect(await reckoned()).toMatchObject({ drift: '0.00' });
    await world.settle();
  }
  expect(await reckoned()).toMatchObject({ held: '380.00', drift: '0.00' });
  expect(await world.usdtOf(world.hot)).toBeGreaterThanOrEqual(200_000_000n);
});

it('tells what came to the hot address and is in no book, also by command', async () => {
  await world.arrive(world.hot, 7n);
  await world.settle();
  expect(await reckoned()).toMatchObject({ drift: '0.000007', drift_time: expect.any(String) });
  const found = await reservesCommand(world.app.platform, 'TRC20', [newTronAddress()]);
  expect(found).toMatchObject({ drift: 7n, text: expect.stringContaining('0.000007') });
});

it('tells nothing on the word of nodes that differ, and since when', async () => {
  const before = await reckoned();
  const [, other] = world.tron.nodes;
  other.behind = 1;
  const kept = await reckoned();
  expect(kept?.block).toBe(before?.block);
  expect((await chainFunds(world.app.platform.operator.db.system)).find(({ network }) => network === 'TRC20')).toMatchObject({
    awaited_at: expect.any(Date),
  });
  other.behind = 0;
  await reckoned();
  expect((await chainFunds(world.app.platform.operator.db.system)).find(({ network }) => network === 'TRC20')).toMatchObject({
    awaited_at: null,
  });
});

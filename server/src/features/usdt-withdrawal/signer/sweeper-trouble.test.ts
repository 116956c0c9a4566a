import { getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStaff } from '../../../platform/testing/staff.ts';
import { giveOwnAddress } from '../../usdt-recharge/testing/recharge.ts';
import { newAddress } from '../testing/world.ts';
import { providersOf } from '../../../platform/chain/providers.ts';
import { type Lie, startLyingNode } from '../../chain-deposit/testing/lying-node.ts';
import { type SweepingWorld, sweepingWorld } from '../testing/sweeping.ts';

let world: SweepingWorld;
beforeAll(async () => {
  world = await sweepingWorld();
});
afterAll(() => world.close());

const SENT = 200_000_000n;

it('gives no gas on the word of one node: what it says of the nonce would hold up all gas after it', async () => {
  const lie: { says: Lie } = { says: ({ method }) => (method === 'eth_getTransactionCount' ? '0x3e8' : undefined) };
  const liar = await startLyingNode(world.anvil.url, lie);
  const { address } = await world.deposited(SENT);
  await world.sweeper({ providers: providersOf([liar.url, 'http://127.0.0.1:1']) }).tick();
  await liar.stop();
  for (const state of ['fuelling', 'signed']) {
    await world.sweeper().tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state }]);
    await world.settle();
  }
  expect(await world.sweepsOf(address)).toMatchObject([{ state: 'settled', fuelled: 1 }]);
});

it('goes on with all sweeps where one hangs that was signed to a cold address which the policy has no more', async () => {
  const [before, now] = ['0x00000000000000000000000000000000000000c1', '0x00000000000000000000000000000000000000c2'].map((one) =>
    getAddress(one),
  );
  if (!before || !now) throw new Error('there are two');
  const to = (address: Hex) => world.sweeper({ sweep: { cold: { address, hot_keeps: 1n } } });
  const { client } = world.anvil;
  const { address } = await world.deposited(SENT);
  await to(before).tick();
  await world.settle();
  await client.setAutomine(false);
  await to(before).tick();
  expect(await world.sweepsOf(address)).toMatchObject([{ state: 'signed', destination: before }]);
  await client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await world.anvil.mine(4);
  await client.setAutomine(true);
  await client.setBalance({ address, value: parseEther('1') });
  const other = await world.deposited(SENT);
  await to(now).tick();
  expect(await world.sweepsOf(other.address)).toMatchObject([{ state: 'fuelling' }]);
  await world.settle();
  await to(now).tick();
  await world.settle();
  expect(await world.sweepsOf(address)).toMatchObject([{ state: 'settled', destination: world.hot }]);
  expect(await world.sweepsOf(other.address)).toMatchObject([{ state: 'settled', destination: now }]);
  expect([await world.usdtOf(before), await world.usdtOf(now)]).toEqual([0n, SENT]);
});

it('sweeps what comes to a derived address after staff have given its owner another one, and gives its number to nobody', async () => {
  const { address, ownerId } = await world.deposited(SENT);
  const staff = [await makeStaff(world.app, 'finance'), await makeStaff(world.app, 'finance')] as const;
  await giveOwnAddress(staff, { merchant_id: ownerId, network: 'ERC20', address: newAddress() });
  for (const _ of ['gas', 'sweep']) {
    await world.sweeper().tick();
    await world.settle();
  }
  expect(await world.sweepsOf(address)).toMatchObject([{ state: 'settled' }]);
  expect(await world.usdtOf(address)).toBe(0n);
  const numbers = await world.app.sql(
    'select from address_directory where derivation_index is not null group by derivation_index having count(distinct owner_id) > 1',
  );
  expect(numbers).toHaveLength(0);
});

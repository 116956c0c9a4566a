import { getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('beside more sweeps than are looked at at a time, planned before and of 60 USDT each', () => {
  const small = Array.from({ length: 51 }, (_, index) => 5_000 + index);
  let addresses: readonly Hex[];
  beforeAll(async () => {
    const { app, anvil, token, unit, of } = world;
    addresses = small.map((index) => getAddress(of.keys.deposit(index).address));
    const [rich] = anvil.accounts;
    if (!rich) throw new Error('somebody is rich');
    await anvil.mint(token, rich, 51n * 60_000_000n * unit);
    await anvil.transferMany(token, rich, addresses, 60_000_000n * unit);
    await anvil.mine(4);
    await app.sql(
      `insert into chain_balance (network, address, owner_id, received) select 'ERC20', address, 1, 60000000 from unnest($1::text[]) as address`,
      [addresses],
    );
    await app.sql(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index, planned_at)
       select 'ERC20', 'small ' || index, 1, address, index, now() - interval '1 hour' from unnest($1::text[], $2::integer[]) as own (address, index)`,
      [addresses, small],
    );
  });
  const whys = async () =>
    (await world.app.sql<{ why: string }>(`select distinct why from sweep where address = any ($1) and why <> ''`, [addresses])).map(
      ({ why }) => why,
    );

  it('sweeps a full address, though none of them is worth its gas', async () => {
    const { address } = await world.deposited(1_000_000_000_000n);
    await world.sweeper({ sweep: { coin_usdt: 4_000_000_000_000n } }).tick();
    expect(await whys()).toEqual(['not_worth']);
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'fuelling' }]);
  });

  it('sweeps what somebody asks for, though all of them are fuller and frozen', async () => {
    for (const one of addresses) await world.anvil.freeze(world.token, one, true);
    const { address, ownerId } = await world.deposited(55_000_000n);
    await world.app.sql(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index, is_asked)
       select network, 'asked', owner_id, address, derivation_index, true from deposit_address where owner_id = $1`,
      [ownerId],
    );
    await world.sweeper().tick();
    expect(await whys()).toContain('chain_refuses');
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'fuelling' }]);
  });
});

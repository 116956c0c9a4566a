import { walletRechargeQuery, walletRechargeSetting } from '@purser/contract/features/usdt-recharge';
import { getAddress, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../platform/chain/testing/anvil.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeUser } from '../../platform/testing/parties.ts';
import { connect, statusOf } from './command.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';

let world: DepositWorld;
let other: Anvil;
beforeAll(async () => {
  [world, other] = await Promise.all([makeDepositWorld(), startAnvil({ chainId: 97 })]);
});
afterAll(() => Promise.all([world.close(), other.stop()]));

const XPUB = 'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

describe('connecting a network', () => {
  const connecting = (network: string, endpoints: readonly string[], xpub?: string) =>
    connect(world.app.ownerUrl, { network, endpoints, xpub });

  it('keeps what its nodes answer, and says the first address', async () => {
    const twice = [other.url, other.url.replace('127.0.0.1', 'localhost')];
    expect(await connecting('BEP20', twice, XPUB)).toMatch(
      `BEP20 is connected to the chain 97, whose first block is ${other.genesisHash}.\nThe first deposit address is 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`,
    );
    expect(await statusOf(world.app.platform)).toMatch(/BEP20: chain 97, not looked at yet[\s\S]*ERC20: chain 31337, settled to block \d+/);
    expect(await connecting('BEP20', [other.url])).toContain('WARNING');
    expect(await statusOf(world.app.platform)).toContain('fewer than two nodes');
  });

  it('is refused for nodes of different chains, for another chain than before, and for what is no key', async () => {
    await expect(connecting('BEP20', [other.url, world.anvil.url])).rejects.toThrow('different chains');
    await expect(connecting('ERC20', [other.url])).rejects.toThrow('ERC20 is the chain 31337');
    await expect(connecting('ERC20', [world.anvil.url, world.anvil.url])).resolves.toContain('WARNING: nothing is credited');
    const kept = await world.app.sql<{ endpoints: string[] }>(`select endpoints from network where network = 'ERC20'`);
    expect(kept, 'one node that is named twice is one').toEqual([{ endpoints: [world.anvil.url] }]);
    await connecting('ERC20', [world.anvil.url, world.anvil.url.replace('127.0.0.1', 'localhost')]);
    await expect(connecting('XYZ', [other.url])).rejects.toThrow('no network');
    await expect(connecting('ERC20', [world.anvil.url], `${XPUB.slice(0, -1)}Q`)).rejects.toThrow();
  });
});

describe('a token', () => {
  const ofTrc20 = (chain: Anvil | undefined, contract: string, decimals: number) =>
    world.app.sql(
      `with its as (update network set kind = 'evm', chain_id = $1 where network = 'TRC20')
       update coin_network set contract_address = $2, token_decimals = $3 where network = 'TRC20' and coin = 'USDT'`,
      [chain?.chainId ?? null, contract, decimals],
    );
  const connecting = () => connect(world.app.ownerUrl, { network: 'TRC20', endpoints: [world.anvil.url] });

  it('is on one network alone: an owner has one address on both, and would be credited twice', async () => {
    await ofTrc20(undefined, getAddress(world.token), 6);
    await expect(connecting()).rejects.toThrow('ERC20 has this token of the chain 31337 already');
  });

  it('has as many decimals as are known here, or each amount would be another', async () => {
    await ofTrc20(undefined, getAddress(await world.anvil.deployToken(18)), 6);
    await expect(connecting()).rejects.toThrow('the token has 18 decimals on its chain, and 6 here');
    await ofTrc20(undefined, getAddress(await world.anvil.deployToken(18)), 18);
    expect(await connecting()).not.toContain('decimals');
  });
});

it('a wallet user has an address of their own, and is credited in the coin that the page says', async () => {
  const { app, anvil, token } = world;
  const user = await makeUser(app, { markets: ['CNY'] });
  const as = { payerToken: user.token };
  const { networks } = dataOf(await app.call(walletRechargeSetting, {}, as));
  const own = networks.find(({ network }) => network === 'ERC20');
  expect(own).toEqual({ network: 'ERC20', address: expect.stringMatching(/^0x/), credited_in: 'CNYT' });
  await anvil.mint(token, (own?.address ?? '0x') as Hex, 500_000_000n);
  await anvil.mine(4);
  await world.look();
  expect(dataOf(await app.call(walletRechargeQuery, {}, as)).list).toMatchObject([
    { status: 'approved', trade_count: '500.000000', count: '3542.90', abbreviation: 'CNYT', address: own?.address },
  ]);
});

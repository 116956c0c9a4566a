import { quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { balancesOf } from '@purser/ledger/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../platform/testing/app.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(() => world.close());

/** 500 USDT at 7.10, less 0.20 %: 3,550.00 − 7.10. */
const CREDITED = 354_290n;

describe('a deposit', () => {
  it('is shown as it comes, and credited once when it is final', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'confirming', amount: '500000000', ordinal: 0 }]);
    expect(await world.balanceOf(merchant)).toBe(0n);
    await anvil.mine(3);
    await world.look();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited', reason: '' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    const { list } = dataOf(await app.call(quickRechargeQuery, {}, { token: merchant.token }));
    expect(list).toMatchObject([
      { status: 'approved', trade_count: '500.000000', count: '3542.90', fee: '7.10', network: 'ERC20', address, rate: '7.1' },
    ]);
    const custody = (await balancesOf(app.platform.db.system, PROVIDER_OWNER_ID, ['USDT'])).find(
      ({ purpose }) => purpose === 'custody_erc20',
    );
    expect(custody?.available_minor).toBe(-500_000_000n);
  });

  it('counts each transfer of a transaction', async () => {
    const { anvil, token } = world;
    const [one, other] = [await world.makeDepositor(), await world.makeDepositor()];
    const [sender = '0x'] = anvil.accounts;
    await anvil.mint(token, sender, 2_000_000_000n);
    await anvil.transferMany(token, sender, [one.address, other.address, one.address], 500_000_000n);
    await anvil.mine(3);
    await world.look();
    expect(await world.depositsOf(one.merchant)).toMatchObject([
      { state: 'credited', ordinal: 0 },
      { state: 'credited', ordinal: 2 },
    ]);
    expect(await world.balanceOf(one.merchant)).toBe(2n * CREDITED);
    expect(await world.balanceOf(other.merchant)).toBe(CREDITED);
  });

  it('is credited once by watchers that look at the same time', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await Promise.all([world.look(), world.look(), world.look()]);
    await anvil.mine(3);
    await Promise.all([world.look(), world.look(), world.look()]);
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('is found after a gap of many blocks', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mine(400);
    await anvil.mint(token, address, 500_000_000n);
    await anvil.mine(900);
    let looks = 1;
    while ((await world.look()) === 'more') looks += 1;
    expect(looks).toBe(3);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});

describe('a reorganisation', () => {
  it('takes a transfer away that was not final', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'confirming' }]);
    await anvil.reorg(1);
    await anvil.mine(1);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'orphaned' }]);
    await anvil.mine(4);
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(0n);
  });
});

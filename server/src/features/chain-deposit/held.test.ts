import { usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { chargeArriving } from '@purser/contract/features/chain-deposit';
import { reviewDecide } from '@purser/contract/features/review';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../platform/testing/app.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { enterCredited } from '../usdt-recharge/testing/recharge.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(() => world.close());

const CREDITED = 354_290n;
/** As after the time in which a reason is not looked at again. */
const later = () => world.app.sql(`update chain_deposit set settled_at = now() - interval '1 hour' where state = 'held'`);

describe('a deposit', () => {
  it('below the minimum is held, and credited with what comes after it', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 60_000_000n);
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'held', reason: 'below_minimum' }]);
    expect(dataOf(await app.call(chargeArriving, {}, { token: merchant.token })).list).toMatchObject([
      { held: 'below_minimum', trade_count: '60.000000', confirmations: 3, confirmations_needed: 3 },
    ]);
    await anvil.mint(token, address, 40_000_000n);
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }, { state: 'credited' }]);
    // 426.00 − 0.86 and 284.00 − 0.57.
    expect(await world.balanceOf(merchant)).toBe(42_514n + 28_343n);
  });

  it('of a suspended owner, over a way that is switched off, or from a blocked sender waits until that has changed', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const [, sender = '0x'] = anvil.accounts;
    await anvil.mint(token, sender, 500_000_000n);
    await anvil.transfer(token, sender, address, 500_000_000n);
    const id = merchant.merchant_id;
    await app.sql(`update merchant set status = 'suspended', recharge_configuration = '{1}' where merchant_id = $1`, [id]);
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'held', reason: 'suspended' }]);
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [id]);
    await later();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'held', reason: 'not_permitted' }]);
    await app.sql(
      `insert into blocked_address (address, reason, blocked_by, blocked_by_name) select sender, 'Stolen', 1, 'Ada' from chain_deposit where owner_id = $1`,
      [id],
    );
    await app.sql(`update merchant set recharge_configuration = '{1,2}' where merchant_id = $1`, [id]);
    await later();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'held', reason: 'blocked_sender' }]);
    await app.sql('delete from blocked_address');
    await later();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('that somebody has entered by hand is held for that, whoever sent it', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const txid = await anvil.mint(token, address, 500_000_000n);
    await enterCredited(app, merchant.merchant_id, txid);
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant.merchant_id]);
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'held', reason: 'told_by_hand' }]);
  });

  it('is below the minimum whatever else is held, from a blocked sender or as it was entered by hand', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const [, , sender = '0x'] = anvil.accounts;
    await app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'Stolen', 1, 'Ada')`, [
      getAddress(sender),
    ]);
    await anvil.mint(token, sender, 500_000_000n);
    await anvil.transfer(token, sender, address, 500_000_000n);
    await enterCredited(app, merchant.merchant_id, await anvil.mint(token, address, 500_000_000n));
    await anvil.mint(token, address, 1_000_000n);
    await anvil.mine(4);
    for (let look = 0; look < 2; look += 1) {
      await world.look();
      expect(await world.depositsOf(merchant)).toMatchObject([
        { state: 'held', reason: 'blocked_sender' },
        { state: 'held', reason: 'told_by_hand' },
        { state: 'held', reason: 'below_minimum' },
      ]);
      await later();
    }
    await app.sql('delete from blocked_address');
    await world.look();
    // Now the blocked one lifts it.
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }, { state: 'held' }, { state: 'credited' }]);
  });

  it('of dust or of nothing, or of another token, is not credited', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const other = await anvil.deployToken(6);
    await anvil.mint(token, address, 9_999n);
    await anvil.mint(token, address, 0n);
    await anvil.mint(other, address, 500_000_000n);
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'ignored', amount: '9999' }]);
    expect(await world.balanceOf(merchant)).toBe(0n);
  });

  it('of a token that keeps a fee of each transfer is credited with what arrived', async () => {
    const costly = await makeDepositWorld({ feeBasisPoints: 100 });
    try {
      const { anvil, token } = costly;
      const { merchant, address } = await costly.makeDepositor();
      const [, sender = '0x'] = anvil.accounts;
      await anvil.mint(token, sender, 500_000_000n);
      await anvil.transfer(token, sender, address, 500_000_000n);
      await anvil.mine(4);
      await costly.look();
      expect(await anvil.balanceOf(token, address)).toBe(495_000_000n);
      expect(await costly.depositsOf(merchant)).toMatchObject([{ state: 'credited', amount: '495000000' }]);
      // 3,514.50 − 7.03.
      expect(await costly.balanceOf(merchant)).toBe(350_747n);
    } finally {
      await costly.close();
    }
  });

  it('whose transaction a stranger has told is credited to whose address it went to, and the other cannot be approved', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const stranger = (await world.makeDepositor()).merchant;
    const shared = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [shared]);
    const txid = await anvil.mint(token, address, 500_000_000n);
    const told = { coin: 'CNYT', network: 'ERC20', address: shared, trade_count: '500', rate: '7.1', fee: '7.10', apply_txid: txid };
    const { order_no } = dataOf(await app.call(usdtRechargeAdd, told, { token: stranger.token }));
    await anvil.mine(4);
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    const finance = await makeStaff(app, 'finance');
    const orders = [{ owner_id: stranger.merchant_id, serial_number: order_no }];
    const decided = await finance.call(reviewDecide, { orders, decision: 'approve', google_code: await finance.code() });
    expect(JSON.stringify(decided)).toContain('recharge_of_chain');
    expect(await world.balanceOf(stranger)).toBe(0n);
  });
});

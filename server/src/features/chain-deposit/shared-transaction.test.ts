import { reviewDecide } from '@purser/contract/features/review';
import { usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { getAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedNetworks } from '../../domain/chain-network.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { lookUpTold } from '../usdt-recharge/look-up.ts';
import { told } from '../usdt-recharge/testing/recharge.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';

/** An exchange pays many at once: one transaction brings USDT to the address of everybody and to an owner's own. */
let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(() => world.close());

const SHARED = getAddress('0x52908400098527886E0F7030069857D2E4169EE7');
const SENT = 1_000_000_000n;
/** 1,000 USDT at 7.10, less 0.20 %. */
const CREDITED = 708_580n;

it.each(['the watcher', 'staff', 'the watcher, also before it is told,'])('credits both, where %s comes first', async (first) => {
  const { app, anvil, token } = world;
  await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [SHARED]);
  await app.sql(`update review_bound set amount = 100000000 where coin = 'CNYT' and kind = 'usdt_recharge'`);
  const [own, teller, finance] = [
    await world.makeDepositor(),
    await makeMerchant(app, { markets: ['CNY'] }),
    await makeStaff(app, 'finance'),
  ];
  const [, exchange = '0x'] = anvil.accounts;
  await anvil.mint(token, exchange, 2n * SENT);
  const txid = await anvil.transferMany(token, exchange, [own.address, SHARED], SENT);
  if (first.includes('before')) {
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(own.merchant)).toMatchObject([{ state: 'credited' }]);
  }
  const input = told({ network: 'ERC20', address: SHARED, apply_txid: txid });
  const { order_no } = dataOf(await app.call(usdtRechargeAdd, input, { token: teller.token }));
  // It counts once, to whoever tells it first.
  const late = await makeMerchant(app, { markets: ['CNY'] });
  expect(await app.call(usdtRechargeAdd, input, { token: late.token })).toMatchObject({ msg: 'txid_used' });
  await anvil.mine(4);
  const approve = async () => {
    await lookUpTold(app.platform, await connectedNetworks(app.platform.operator.db.system));
    const orders = [{ owner_id: teller.merchant_id, serial_number: order_no }];
    return dataOf(await finance.call(reviewDecide, { orders, decision: 'approve', reason: '', google_code: await finance.code() }))
      .results[0];
  };
  if (first === 'the watcher') await world.look();
  expect(await approve()).toMatchObject({ status: 'approved' });
  await world.look();
  expect(await world.depositsOf(own.merchant)).toMatchObject([{ state: 'credited' }]);
  expect([await world.balanceOf(own.merchant), await world.balanceOf(teller)]).toEqual([CREDITED, CREDITED]);
});

it('refuses who tells a transaction that brought something to an owner’s own address alone, when staff decide', async () => {
  const { app, anvil, token } = world;
  await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [SHARED]);
  const [own, teller, finance] = [
    await world.makeDepositor(),
    await makeMerchant(app, { markets: ['CNY'] }),
    await makeStaff(app, 'finance'),
  ];
  const [, exchange = '0x'] = anvil.accounts;
  await anvil.mint(token, exchange, SENT);
  const txid = await anvil.transferMany(token, exchange, [own.address], SENT);
  await anvil.mine(4);
  await world.look();
  const { order_no } = dataOf(
    await app.call(usdtRechargeAdd, told({ network: 'ERC20', address: SHARED, apply_txid: txid }), { token: teller.token }),
  );
  await lookUpTold(app.platform, await connectedNetworks(app.platform.operator.db.system));
  const decided = await finance.call(reviewDecide, {
    orders: [{ owner_id: teller.merchant_id, serial_number: order_no }],
    decision: 'approve',
    reason: '',
    google_code: await finance.code(),
  });
  expect(dataOf(decided).results).toMatchObject([{ msg: 'recharge_of_chain', status: null }]);
  expect([await world.balanceOf(own.merchant), await world.balanceOf(teller)]).toEqual([CREDITED, 0n]);
});

import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { reviewDecide } from '@purser/contract/features/review';
import { usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { getAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedNetworks } from '../../domain/chain-network.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { lookUpTold } from '../usdt-recharge/look-up.ts';
import { enterCredited, told } from '../usdt-recharge/testing/recharge.ts';
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

it('credits the others where staff have entered it for one owner’s own address, once nodes have said what it brought there', async () => {
  const { app, anvil, token } = world;
  const [one, other] = [await world.makeDepositor(), await world.makeDepositor()];
  const [, exchange = '0x'] = anvil.accounts;
  await anvil.mint(token, exchange, 2n * SENT);
  const txid = await anvil.transferMany(token, exchange, [one.address, other.address], SENT);
  await enterCredited(app, one.merchant.merchant_id, txid, SENT);
  await anvil.mine(4);
  await world.look();
  expect(await world.depositsOf(other.merchant)).toMatchObject([{ state: 'held', reason: 'told_by_hand' }]);
  await lookUpTold(app.platform, await connectedNetworks(app.platform.operator.db.system));
  await app.sql(`update chain_deposit set settled_at = now() - interval '1 hour' where state = 'held'`);
  await world.look();
  expect(await world.depositsOf(one.merchant)).toMatchObject([{ state: 'held', reason: 'told_by_hand' }]);
  expect(await world.depositsOf(other.merchant)).toMatchObject([{ state: 'credited' }]);
  expect(await world.balanceOf(other.merchant)).toBe(CREDITED);
});

it('credits nothing twice where it was entered for another address than it came to: one that the owner has by now, or another owner’s', async () => {
  const { app, anvil, token } = world;
  const [one, wrong] = [await world.makeDepositor(), await world.makeDepositor()];
  const lookUp = async () => {
    await app.sql(`update recharge_evidence set looked_at = now() - interval '1 hour'`);
    await lookUpTold(app.platform, await connectedNetworks(app.platform.operator.db.system));
    await app.sql(`update chain_deposit set settled_at = now() - interval '1 hour' where state = 'held'`);
    await world.look();
  };
  const txid = await anvil.mint(token, one.address, SENT);
  await enterCredited(app, wrong.merchant.merchant_id, txid, SENT);
  await anvil.mine(4);
  for (let look = 0; look < 3; look += 1) {
    await lookUp();
    expect(await world.depositsOf(one.merchant)).toMatchObject([{ state: 'held', reason: 'told_by_hand' }]);
  }
  expect(await world.balanceOf(one.merchant)).toBe(0n);
});

it('credits an owner’s own once it is known to be another transfer than one that was told and approved before it was final', async () => {
  const { app, anvil, token } = world;
  await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [SHARED]);
  const [own, teller] = [await world.makeDepositor(), await makeMerchant(app, { markets: ['CNY'] })];
  const [admin, finance] = [await makeStaff(app, 'admin'), await makeStaff(app, 'finance')];
  const [, exchange = '0x'] = anvil.accounts;
  await anvil.mint(token, exchange, 2n * SENT);
  const txid = await anvil.transferMany(token, exchange, [own.address, SHARED], SENT);
  const { order_no } = dataOf(
    await app.call(usdtRechargeAdd, told({ network: 'ERC20', address: SHARED, apply_txid: txid }), { token: teller.token }),
  );
  const lookUp = async () => lookUpTold(app.platform, await connectedNetworks(app.platform.operator.db.system));
  await lookUp();
  const orders = [{ owner_id: teller.merchant_id, serial_number: order_no }];
  const decided = await admin.call(reviewDecide, {
    orders,
    decision: 'approve',
    reason: 'Seen on the explorer',
    google_code: await admin.code(),
  });
  const approval_id = dataOf(decided).results[0]?.approval_id ?? '';
  const { list } = dataOf(await finance.call(approvalList, {}));
  const content_hash = list.find((one) => one.approval_id === approval_id)?.content_hash ?? '';
  dataOf(await finance.call(approvalApprove, { approval_id, content_hash, google_code: await finance.code() }));
  await anvil.mine(4);
  await world.look();
  expect(await world.depositsOf(own.merchant)).toMatchObject([{ state: 'held', reason: 'told_by_hand' }]);
  await app.sql(`update recharge_evidence set looked_at = now() - interval '1 hour'`);
  await app.sql(`update chain_deposit set settled_at = now() - interval '1 hour' where state = 'held'`);
  await lookUp();
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

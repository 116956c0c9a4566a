import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { chainDepositSetAside } from '@purser/contract/features/chain-deposit';
import { chainReserveState } from '@purser/contract/features/chain-reserve';
import { reviewDecide } from '@purser/contract/features/review';
import { chargeQueryAddress, quickRechargeEnter, usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chainFunds } from '../../domain/chain-funds.ts';
import { connectedNetworks } from '../../domain/chain-network.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { Metrics } from '../../platform/observe/metrics.ts';
import { lookUpTold } from '../usdt-recharge/look-up.ts';
import { told } from '../usdt-recharge/testing/recharge.ts';
import { type SweepingWorld, sweepingWorld } from '../usdt-withdrawal/testing/sweeping.ts';
import { reservesCommand } from './command.ts';
import { chainReserveJobs } from './jobs.ts';
import { watchFunds } from './metrics.ts';
import { reckon } from './reckon.ts';

/** A token that counts finer than USDT does here. */
let world: SweepingWorld;
beforeAll(async () => {
  world = await sweepingWorld({ tokenDecimals: 18 });
});
afterAll(() => world.close());

const EACH = 8_000_000n;
const STRANGER = getAddress('0x00000000000000000000000000000000000000f1');
const reckoned = async () => {
  const { db } = world.app.platform.operator;
  const [network] = await connectedNetworks(db.system);
  if (!network) throw new Error('the network is connected');
  return reckon(db, network);
};
const drift = async () => (await reckoned()).drift;
const states = async () =>
  (await world.app.sql<{ status: string }>(`select status from review_order where kind = 'usdt_withdrawal' order by serial_number`)).map(
    ({ status }) => status,
  );

it('finds nothing amiss through deposits of every kind, sweeps and their gas, to the last unit of the token', async () => {
  const { address } = await world.deposited(200_000_000n);
  // Half a unit of USDT, dust, and what is below the minimum.
  await world.anvil.mint(world.token, address, 100_000_000n * world.unit + 5n);
  await world.anvil.mint(world.token, address, 5n);
  await world.deposited(60_000_000n);
  await world.settle();
  const { parts, drift: none } = await reckoned();
  expect(none).toBe(0n);
  expect(parts).toMatchObject({ custody: 300_000_000n * world.unit, remainders: 5n, uncredited: 60_000_000n * world.unit + 5n });
  // One is on its way.
  await world.anvil.mint(world.token, address, 70_000_000n * world.unit);
  await world.look();
  expect(await drift()).toBe(0n);
  const sweeper = world.sweeper();
  for (let step = 0; step < 3; step += 1) {
    await sweeper.tick();
    await world.look();
    expect(await drift()).toBe(0n);
    await world.settle();
    expect(await drift()).toBe(0n);
  }
  expect(await world.usdtOf(world.hot)).toBeGreaterThanOrEqual(370_000_000n);
});

it('reckons with payouts that have left and are not settled, and with those that are settled and left later', async () => {
  await world.approve(1);
  const signer = world.signer();
  await signer.tick();
  await world.anvil.mine(4);
  await world.look();
  expect(await reckoned()).toMatchObject({ drift: 0n, parts: { leaving: EACH * world.unit, leftLater: 0n } });
  await world.book();
  expect(await reckoned()).toMatchObject({ drift: 0n, parts: { leaving: 0n, leftLater: 0n } });
  await world.approve(1);
  await signer.tick();
  await world.anvil.mine(4);
  await world.book();
  expect(await reckoned()).toMatchObject({ drift: 0n, parts: { leaving: 0n, leftLater: EACH * world.unit } });
  await world.look();
  expect(await reckoned()).toMatchObject({ drift: 0n, parts: { leaving: 0n, leftLater: 0n } });
});

it('is at zero again after a lost mempool, a base fee ten times as high, a foreign nonce and a frozen sender', async () => {
  const { client } = world.anvil;
  const signer = world.signer();
  await client.setAutomine(false);
  // Lost by the nodes, and dearer when it is sent again.
  await world.approve(2);
  await signer.tick();
  await client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  const { baseFeePerGas } = await client.getBlock();
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: (baseFeePerGas ?? 1n) * 10n });
  await world.anvil.mine(4);
  await signer.tick();
  await world.settle();
  for (let round = 0; round < 4; round += 1) {
    await signer.tick();
    await world.settle();
  }
  expect(await states()).toEqual(['settled', 'settled', 'settled', 'settled']);
  expect(await drift()).toBe(0n);
  // Somebody else signs with the key.
  await world.approve(1);
  await signer.tick();
  await client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await client.impersonateAccount({ address: world.hot });
  await client.sendTransaction({ account: world.hot, to: world.hot, value: 1n, chain: null });
  await world.settle();
  expect((await states()).filter((status) => status === 'failed')).toHaveLength(1);
  expect(await drift()).toBe(0n);
  // The issuer freezes the hot address behind the signer's back.
  await world.approve(1);
  await signer.tick();
  const raws = await world.app.sql<{ raw: Buffer }>(`select raw from chain_tx where outcome is null and kind = 'payout'`);
  await client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await world.anvil.freeze(world.token, world.hot, true);
  await world.anvil.mine();
  for (const { raw } of raws) await client.sendRawTransaction({ serializedTransaction: `0x${raw.toString('hex')}` as Hex });
  await world.settle();
  expect((await states()).filter((status) => status === 'failed')).toHaveLength(2);
  await world.anvil.freeze(world.token, world.hot, false);
  await client.setAutomine(true);
  await world.settle();
  expect(await drift()).toBe(0n);
});

it('tells alarms and metrics how the signer fares', async () => {
  const { operator, clock } = world.app.platform;
  await world.approve(2);
  await world.sweeper({ policy: { least_coins: parseEther('1000') } }).tick();
  const [funds] = await chainFunds(operator.db.system);
  expect(funds).toMatchObject({ network: 'ERC20', unsigned: 2, unmined: 0, has_gap: false, low_at: expect.any(Date), drift_at: null });
  const metrics = new Metrics();
  watchFunds({ metrics, operator, clock });
  const text = await metrics.registry.metrics();
  expect(text).toContain('purser_chain_payouts_unsigned{network="ERC20"} 2');
  expect(text).toContain('purser_chain_funds_low{network="ERC20"} 1');
  await world.signer().tick();
  await world.settle();
  await world.sweeper().tick();
  expect((await chainFunds(operator.db.system))[0]).toMatchObject({ unsigned: 0, unmined: 0, low_at: null });
});

/** Where everybody sends to: nobody has its key. */
const SHARED = getAddress('0x52908400098527886E0F7030069857D2E4169EE7');
/** Has the worker look up what was told, until the nodes have answered for all of it. */
const lookUp = async () => {
  const { app } = world;
  const open = () =>
    app.sql(
      `select from review_order left join recharge_evidence using (owner_id, serial_number)
       where kind = 'usdt_recharge' and review_mode = 'manual' and block_number is null`,
    );
  do {
    await app.sql(`update recharge_evidence set looked_at = now() - interval '1 hour'`);
    await lookUpTold(app.platform, await connectedNetworks(app.platform.operator.db.system));
  } while ((await open()).length > 0);
};

it('counts once what was credited by hand before it was final, also once it is set aside', async () => {
  const { app, anvil, token, unit } = world;
  const [finance, second] = [await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
  const { merchant_id, token: session } = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.quick] });
  const { address } = dataOf(await app.call(chargeQueryAddress, { network: 'ERC20' }, { token: session }));
  const apply_txid = await anvil.mint(token, address as Hex, 500_000_000n * unit + 5n);
  const input = { merchant_id, coin: 'CNYT', network: 'ERC20', trade_count: '500', apply_txid, reason: 'Arrived' };
  const { approval_id } = dataOf(await finance.call(quickRechargeEnter, { ...input, google_code: await finance.code() }));
  const { list } = dataOf(await second.call(approvalList, { state: 'pending', owner_id: merchant_id }));
  const content_hash = list.find((entered) => entered.approval_id === approval_id)?.content_hash ?? '';
  dataOf(await second.call(approvalApprove, { approval_id, content_hash, google_code: await second.code() }));
  // It is in a later block than what was settled.
  await lookUp();
  expect(await drift()).toBe(0n);
  await world.settle();
  expect(await drift()).toBe(0n);
  const [deposit] = await app.sql<{ deposit_id: string; reason: string }>(
    'select deposit_id, reason from chain_deposit where owner_id = $1',
    [merchant_id],
  );
  expect(deposit).toMatchObject({ reason: 'told_by_hand' });
  const { deposit_id = '' } = deposit ?? {};
  const aside = { owner_id: merchant_id, deposit_id, reason: 'It is in the balance', google_code: await finance.code() };
  dataOf(await finance.call(chainDepositSetAside, aside));
  expect(await drift()).toBe(0n);
});

it('counts to the last unit what was told, and goes on to where the address of everybody is another', async () => {
  const { app, anvil, token, unit } = world;
  const setShared = (address: string) => app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [address]);
  await setShared(SHARED);
  const [teller, finance] = [await makeMerchant(app, { markets: ['CNY'] }), await makeStaff(app, 'finance')];
  const apply_txid = await anvil.mint(token, SHARED, 100_000_000n * unit + 5n);
  const input = told({ network: 'ERC20', address: SHARED, trade_count: '100', fee: '1.42', apply_txid });
  const { order_no } = dataOf(await app.call(usdtRechargeAdd, input, { token: teller.token }));
  await world.settle();
  await lookUp();
  expect(await drift()).toBe(0n);
  // Another address while it waits, and after.
  await setShared(STRANGER);
  expect(await drift()).toBe(0n);
  const orders = [{ owner_id: teller.merchant_id, serial_number: order_no }];
  const decided = await finance.call(reviewDecide, { orders, decision: 'approve', reason: '', google_code: await finance.code() });
  expect(dataOf(decided).results).toMatchObject([{ status: 'approved' }]);
  expect(await drift()).toBe(0n);
  await setShared('');
  expect(await drift()).toBe(0n);
});

it('counts what the signer has swept, and keeps, at addresses that are its own no more', async () => {
  const [cold, other] = [
    getAddress('0x00000000000000000000000000000000000000C0'),
    getAddress('0x00000000000000000000000000000000000000C1'),
  ];
  await world.deposited(90_000_000n);
  const sweeping = async (address: Hex) => {
    const sweeper = world.sweeper({ sweep: { cold: { address, hot_keeps: 1n } } });
    for (let step = 0; step < 3; step += 1) {
      await sweeper.tick();
      await world.settle();
    }
  };
  await sweeping(cold);
  expect(await world.usdtOf(cold)).toBeGreaterThanOrEqual(90_000_000n);
  expect(await drift()).toBe(0n);
  await sweeping(other);
  expect(await drift()).toBe(0n);
  await world.app.sql(`update chain_holding set address = $1 where role = 'hot'`, [STRANGER]);
  expect(await drift()).toBe(0n);
  // One that payouts came from before, and nothing was swept to.
  const former = getAddress('0x00000000000000000000000000000000000000C2');
  await world.anvil.mint(world.token, former, 3n);
  await world.settle();
  expect(await drift()).toBe(0n);
  await world.app.sql(
    `insert into chain_nonce (network, sender, next_nonce, is_on) values ('ERC20', decode(substr($1, 3), 'hex'), 1, false)`,
    [former],
  );
  expect(await drift()).toBe(3n);
  await world.app.sql('delete from chain_nonce where not is_on');
  // As its policy is again.
  await world.sweeper().tick();
});

it('finds what came or went behind the books, to the last unit, and since when', async () => {
  await world.anvil.mint(world.token, world.hot, 1n);
  await world.settle();
  expect(await drift()).toBe(1n);
  const { text, drift: told } = await reservesCommand(world.app.platform, 'ERC20', []);
  expect(told).toBe(1n);
  expect(text).toMatch(/drift\s+0\.000000000000000001$/);
  const [kept] = await world.app.sql<{ drift: string; drift_at: Date | null }>('select drift, drift_at from chain_reserve');
  expect(kept).toMatchObject({ drift: '1', drift_at: expect.any(Date) });
  const { address } = await world.deposited(80_000_000n);
  await world.anvil.client.impersonateAccount({ address });
  await world.anvil.client.setBalance({ address, value: parseEther('1') });
  await world.anvil.transfer(world.token, address, STRANGER, 2n);
  await world.settle();
  expect(await drift()).toBe(-1n);
  const admin = await makeStaff(world.app, 'admin');
  const [shown] = dataOf(await admin.call(chainReserveState, {})).list;
  expect(shown).toMatchObject({
    network: 'ERC20',
    holdings: [
      { role: 'hot', address: world.hot, lacks_usdt: false },
      { role: 'gas', address: world.gas, usdt: '0.00', lacks_coins: false },
    ],
    unsigned: 0,
    has_gap: false,
    unswept_addresses: expect.any(Number),
    reserve: { drift: '0.000000000000000001', drift_time: expect.any(String) },
  });
  // Somebody says whose the address is.
  expect((await reservesCommand(world.app.platform, 'ERC20', [STRANGER])).drift).toBe(1n);
});

it('tells since when the nodes have kept it from being reckoned, and not while it is not to be', async () => {
  const { operator, clock } = world.app.platform;
  const [job] = chainReserveJobs(world.app.platform);
  const awaited = async () => {
    await job?.run();
    return (await chainFunds(operator.db.system))[0]?.awaited_at;
  };
  const [{ endpoints } = { endpoints: [] }] = await connectedNetworks(operator.db.system);
  const nodes = (these: readonly string[]) => world.app.sql(`update network set endpoints = $1 where network = 'ERC20'`, [these]);
  await world.app.sql('delete from chain_reserve');
  await nodes(endpoints.slice(0, 1));
  const since = await awaited();
  expect(since).toEqual(expect.any(Date));
  // Nothing has been reckoned yet, which is nothing to be shown.
  const admin = await makeStaff(world.app, 'admin');
  expect(dataOf(await admin.call(chainReserveState, {})).list).toMatchObject([{ network: 'ERC20', reserve: null }]);
  expect(await awaited()).toEqual(since);
  await world.app.sql(`update chain_reserve set awaited_at = now() - interval '2 hours'`);
  const metrics = new Metrics();
  watchFunds({ metrics, operator, clock });
  expect(await metrics.registry.metrics()).toMatch(/purser_chain_custody_unreckoned_seconds\{network="ERC20"\} 7[2-9]\d\d/);
  await nodes(endpoints);
  expect(await awaited()).toBeNull();
  expect(dataOf(await admin.call(chainReserveState, {})).list).toMatchObject([{ reserve: { reckoned_time: expect.any(String) } }]);
  await nodes(endpoints.slice(0, 1));
  expect(await awaited()).toEqual(expect.any(Date));
  await world.app.sql(`update network set is_on = false where network = 'ERC20'`);
  expect(await awaited()).toBeNull();
});

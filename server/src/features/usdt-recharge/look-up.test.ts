import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { reviewDecide, reviewDetail } from '@purser/contract/features/review';
import { chargeQueryAddress, usdtRechargeAdd, usdtRechargeCancel } from '@purser/contract/features/usdt-recharge';
import { balancesOf } from '@purser/ledger/accounts';
import { getAddress, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainNetwork, connectedNetworks } from '../../domain/chain-network.ts';
import { type Anvil, startAnvil } from '../../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../../platform/chain/testing/connect.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { allRoutes } from '../../main/features.ts';
import { startLyingNode } from '../chain-deposit/testing/lying-node.ts';
import { lookUpTold } from './look-up.ts';
import { newTxid, told } from './testing/recharge.ts';

/** Where everybody sends to: nobody has its key. */
const SHARED = getAddress('0x52908400098527886E0F7030069857D2E4169EE7');
const SENT = 1_000_000_000n;

let app: TestApp;
let anvil: Anvil;
let token: Hex;
let finance: TestStaff;
let admin: TestStaff;
let merchant: TestMerchant;
beforeAll(async () => {
  [app, anvil] = await Promise.all([createTestApp({ routes: allRoutes }), startAnvil()]);
  token = await anvil.deployToken(6);
  await connectNetwork(app, anvil, { network: 'ERC20', token, confirmations: 3 });
  await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [SHARED]);
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day')`,
  );
  // What one person approves: everything here.
  await app.sql(`update review_bound set amount = 100000000 where coin = 'CNYT' and kind = 'usdt_recharge'`);
  [finance, admin] = await Promise.all([makeStaff(app, 'finance'), makeStaff(app, 'admin')]);
});
afterAll(async () => {
  await Promise.all([app.close(), anvil.stop()]);
});
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['CNY'] });
});

const tell = async (txid: string, by = merchant, wishes: Parameters<typeof told>[0] = {}) => {
  const input = told({ network: 'ERC20', address: SHARED, apply_txid: txid, ...wishes });
  const { order_no } = dataOf(await app.call(usdtRechargeAdd, input, { token: by.token }));
  return { owner_id: by.merchant_id, serial_number: order_no };
};
type Which = Awaited<ReturnType<typeof tell>>;
/** As if a recharge had been told so many minutes ago. */
const toldBefore = (serialNumber: string, minutes: number) =>
  app.sql('update review_order set create_time = $2 where serial_number = $1', [serialNumber, new Date(Date.now() - minutes * 60_000)]);
const look = async (change: Partial<ChainNetwork> = {}) => {
  await app.sql(`update recharge_evidence set looked_at = now() - interval '1 hour'`);
  const networks = await connectedNetworks(app.platform.operator.db.system);
  await lookUpTold(
    app.platform,
    networks.map((network) => ({ ...network, ...change })),
  );
};
const evidence = async (which: Which) =>
  Object.fromEntries(
    dataOf(await finance.call(reviewDetail, which)).evidence.map(({ name, value, agrees }) => [name, [value, agrees]] as const),
  );
const decide = async (which: Which, { by = finance, reason = '' } = {}) => {
  const { results } = dataOf(await by.call(reviewDecide, { orders: [which], decision: 'approve', reason, google_code: await by.code() }));
  return results[0];
};
const balance = async ({ merchant_id }: TestMerchant) =>
  (await balancesOf(app.platform.db.system, merchant_id, ['CNYT'])).find(({ purpose }) => purpose === 'main')?.available_minor ?? 0n;
/** 1,000 USDT at 7.10, less 0.20 %. */
const CREDITED = 708_580n;

describe('a recharge that is told', () => {
  it('is approved by one person once the chain bears it out in everything', async () => {
    const which = await tell(await anvil.mint(token, SHARED, SENT));
    expect(await evidence(which)).toEqual({ chain: ['not_looked_up', false] });
    expect(await decide(which)).toMatchObject({ code: 7394, status: null });
    await look();
    expect(await evidence(which)).toMatchObject({ chain: ['confirming', false], chain_confirmations: ['1/3', false] });
    await anvil.mine(4);
    await look();
    expect(await evidence(which)).toEqual({
      chain: ['final', true],
      chain_confirmations: ['3/3', true],
      chain_token: ['usdt', true],
      chain_recipient: [SHARED, true],
      chain_amount: ['1000.000000 USDT', true],
      chain_mined: ['in_time', true],
      chain_sender: ['0x0000000000000000000000000000000000000000', null],
    });
    expect(await decide(which)).toMatchObject({ status: 'approved' });
    expect(await balance(merchant)).toBe(CREDITED);
  });

  it('is not borne out by a transfer of ours, which anybody reads on the chain: what is swept, or sent between our own addresses', async () => {
    const [, cold = '0x', swept = '0x'] = anvil.accounts;
    await app.sql(
      `insert into chain_holding (network, role, address, tokens, coins, lacks_tokens, lacks_coins) values ('ERC20', 'cold', $1, 0, 0, false, false)`,
      [getAddress(cold)],
    );
    await app.sql(`insert into address_directory (network, address, owner_id) values ('ERC20', $1, $2)`, [
      getAddress(swept),
      merchant.merchant_id,
    ]);
    for (const sender of [cold, swept]) {
      await anvil.mint(token, sender, SENT);
      const which = await tell(await anvil.transfer(token, sender, SHARED, SENT));
      await anvil.mine(4);
      await look();
      expect(await evidence(which)).toMatchObject({ chain: ['final', true], chain_sender: [getAddress(sender), false] });
      expect(await decide(which)).toMatchObject({ code: 7394, status: null });
    }
    await app.sql('delete from chain_holding');
  });

  it('counts once, whoever tells the transaction', async () => {
    const txid = await anvil.mint(token, SHARED, SENT);
    await tell(txid);
    const stranger = await makeMerchant(app, { markets: ['CNY'] });
    const again = await app.call(
      usdtRechargeAdd,
      told({ network: 'ERC20', address: SHARED, apply_txid: txid.toUpperCase().replace('0X', '') }),
      {
        token: stranger.token,
      },
    );
    expect(again.msg).toBe('txid_used');
  });

  it.each<[string, () => Promise<string>, Record<string, unknown>]>([
    ['that no node knows', async () => `0x${newTxid()}`, { chain: ['not_found', false] }],
    [
      'of another amount',
      () => anvil.mint(token, SHARED, SENT - 1n),
      { chain: ['final', true], chain_amount: ['999.999999 USDT', false], chain_recipient: [SHARED, true] },
    ],
    [
      'to another address',
      () => anvil.mint(token, '0x00000000000000000000000000000000000000AA', SENT),
      { chain_recipient: ['0x00000000000000000000000000000000000000AA', false], chain_amount: ['0.000000 USDT', false] },
    ],
    [
      'of another token',
      async () => anvil.mint(await anvil.deployToken(6), SHARED, SENT),
      { chain: ['final', true], chain_token: ['other_token', false] },
    ],
    ['that moved no token', () => anvil.freeze(token, SHARED, false), { chain_token: ['no_transfer', false] }],
    ['that failed', () => failing(), { chain: ['reverted', false] }],
  ])('%s is approved only by an admin with a reason and a second person', async (_, send, found) => {
    const which = await tell(await send());
    await anvil.mine(4);
    await look();
    expect(await evidence(which)).toMatchObject(found);
    expect(await decide(which, { reason: 'They say so' })).toMatchObject({ code: 7394, status: null });
    expect(await decide(which, { by: admin })).toMatchObject({ code: 7394, status: null });
    expect(await balance(merchant)).toBe(0n);
    const entered = await decide(which, { by: admin, reason: 'Seen on the explorer' });
    expect(entered).toMatchObject({ code: 6032, status: null });
    const { list } = dataOf(await finance.call(approvalList, {}));
    const waiting = list.find(({ approval_id }) => approval_id === entered?.approval_id);
    const { approval_id = '', content_hash = '' } = waiting ?? {};
    dataOf(await finance.call(approvalApprove, { approval_id, content_hash, google_code: await finance.code() }));
    expect(await balance(merchant)).toBe(CREDITED);
  });

  it.each([
    ['one of them', SENT, 'one_of_several'],
    ['all of them', SENT / 2n, 'all_of_several'],
    ['neither', SENT / 4n, 'none_of_several'],
  ])(
    'is never borne out by several transfers of a transaction, of which each may be another’s: told is as much as %s',
    async (_, each, as) => {
      const exchange = anvil.accounts[5] ?? '0x';
      await anvil.mint(token, exchange, 2n * each);
      const which = await tell(await anvil.transferMany(token, exchange, [SHARED, SHARED], each));
      await anvil.mine(4);
      await look();
      const usdt = (raw: bigint) => `${raw / 1_000_000n}.000000`;
      expect(await evidence(which)).toMatchObject({
        chain: ['final', true],
        chain_amount: [`${usdt(2n * each)} USDT`, null],
        chain_transfers: [`${usdt(each)} + ${usdt(each)} USDT`, false],
        chain_told: [as, null],
        chain_sender: [getAddress(exchange), null],
      });
      expect(await decide(which, { reason: 'They say so' })).toMatchObject({ code: 7394, status: null });
      expect(await decide(which, { by: admin, reason: 'The exchange confirms whose it is' })).toMatchObject({ code: 6032, status: null });
      expect(await balance(merchant)).toBe(0n);
    },
  );

  it('is compared with each of many transfers, of which the first twenty are shown', async () => {
    const exchange = anvil.accounts[5] ?? '0x';
    await anvil.mint(token, exchange, 22n * SENT);
    const which = await tell(await anvil.transferMany(token, exchange, Array<Hex>(22).fill(SHARED as Hex), SENT));
    await anvil.mine(4);
    await look();
    expect(await evidence(which)).toMatchObject({
      chain_transfers: [`${Array<string>(20).fill('1000.000000').join(' + ')} + … (22) USDT`, false],
      chain_told: ['one_of_several', null],
    });
  });

  it('is not borne out where any of its senders is blocked, whoever sends first', async () => {
    const [, clean = '0x', blocked = '0x'] = anvil.accounts.slice(2);
    await app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'stolen', 1, 'Ann')`, [
      getAddress(blocked),
    ]);
    await anvil.mint(token, clean, SENT);
    const txid = await anvil.transferMany(token, clean, [SHARED, SHARED], SENT / 2n);
    const which = await tell(txid);
    await anvil.mine(4);
    // A contract moves it of both: the second of these transfers comes from the blocked one.
    const asked = { method: 'eth_getTransactionReceipt', params: [txid] } as never;
    const receipt: { readonly logs: readonly { readonly topics: readonly Hex[] }[] } = await anvil.client.request(asked);
    const logs = receipt.logs.map((log, place) =>
      place === 0 ? log : { ...log, topics: [log.topics[0], `0x${blocked.slice(2).toLowerCase().padStart(64, '0')}`, log.topics[2]] },
    );
    const says = ({ method }: { readonly method: string }) => (method === 'eth_getTransactionReceipt' ? { ...receipt, logs } : undefined);
    const nodes = await Promise.all([startLyingNode(anvil.url, { says }), startLyingNode(anvil.url, { says })]);
    try {
      await look({ endpoints: nodes.map(({ url }) => url) });
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
    }
    expect(await evidence(which)).toMatchObject({
      chain: ['final', true],
      chain_sender: [`${getAddress(clean)}, ${getAddress(blocked)}`, false],
    });
    expect(await decide(which)).toMatchObject({ code: 7394, status: null });
    await app.sql('delete from blocked_address');
  });

  it('that was final before all its transfers were kept is looked up for these first', async () => {
    const which = await tell(await anvil.mint(token, SHARED, SENT));
    await anvil.mine(4);
    await look();
    await app.sql('update recharge_evidence set transfers = null, amounts = null, senders = null where serial_number = $1', [
      which.serial_number,
    ]);
    expect(await evidence(which)).toEqual({ chain: ['not_looked_up', false] });
    expect(await decide(which)).toMatchObject({ code: 7394, status: null });
    // Where nobody can look again now, it still bears nothing out.
    await app.sql(`update network set is_on = false where network = 'ERC20'`);
    expect(await evidence(which)).toEqual({ chain: ['not_looked_up', false] });
    await app.sql(`update network set is_on = true where network = 'ERC20'`);
    await look();
    expect(await evidence(which)).toMatchObject({ chain: ['final', true], chain_amount: ['1000.000000 USDT', true] });
    expect(await decide(which)).toMatchObject({ status: 'approved' });
  });

  it('is not approved by one person where its owner told it for another coin before, and took that back', async () => {
    const txid = await anvil.mint(token, SHARED, SENT);
    const first = await tell(txid);
    dataOf(await app.call(usdtRechargeCancel, { order_no: first.serial_number }, { token: merchant.token }));
    const which = await tell(txid, merchant, { coin: 'USDT', rate: '1', fee: '2' });
    await anvil.mine(4);
    await look();
    expect(await evidence(which)).toMatchObject({ chain: ['final', true], told_before: ['7.1 CNYT', false] });
    expect(await decide(which)).toMatchObject({ code: 7394, status: null });
    expect(await decide(which, { by: admin, reason: 'They meant USDT' })).toMatchObject({ code: 6032, status: null });
    dataOf(await app.call(usdtRechargeCancel, { order_no: which.serial_number }, { token: merchant.token }));
    expect(await evidence(await tell(txid))).toMatchObject({ told_before: ['1 USDT', false] });
    const stranger = await makeMerchant(app, { markets: ['CNY'] });
    expect(await evidence(await tell(await anvil.mint(token, SHARED, SENT), stranger))).not.toHaveProperty('told_before');
  });

  it('is not approved by one person where it was signed only, and is mined when the rate suits', async () => {
    const sender = anvil.accounts[3] ?? '0x';
    await anvil.mint(token, sender, SENT * 2n);
    await anvil.client.setAutomine(false);
    const txids = [await anvil.transfer(token, sender, SHARED, SENT), await anvil.transfer(token, sender, SHARED, SENT)] as const;
    const raws = await Promise.all(txids.map(anvil.rawOf));
    await anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
    const [soon, late] = [await tell(txids[0]), await tell(txids[1])];
    await look();
    expect(await evidence(soon)).toEqual({ chain: ['not_found', false] });
    await anvil.client.setAutomine(true);
    /** As if so much time had gone by since it was told. */
    const mineAfter = async ({ serial_number }: Which, minutes: number, raw: Hex | undefined) => {
      await toldBefore(serial_number, minutes);
      await anvil.client.sendRawTransaction({ serializedTransaction: raw ?? '0x' });
      await anvil.mine(4);
      await look();
    };
    await mineAfter(soon, 5, raws[0]);
    expect(await evidence(soon)).toMatchObject({ chain: ['final', true], chain_mined: ['in_time', true] });
    await mineAfter(late, 60, raws[1]);
    expect(await evidence(late)).toMatchObject({
      chain: ['final', true],
      chain_amount: ['1000.000000 USDT', true],
      chain_mined: ['late', false],
    });
    expect(await decide(late)).toMatchObject({ code: 7394, status: null });
    expect(await decide(late, { by: admin, reason: 'Their exchange was slow' })).toMatchObject({ code: 6032, status: null });
    expect(await decide(soon)).toMatchObject({ status: 'approved' });
    expect(await balance(merchant)).toBe(CREDITED);
  });

  it('that was final before it was kept when it was mined is looked up for that alone', async () => {
    const which = await tell(await anvil.mint(token, SHARED, SENT));
    await anvil.mine(4);
    await look();
    await app.sql('update recharge_evidence set mined_at = null, confirmations = 99 where serial_number = $1', [which.serial_number]);
    await toldBefore(which.serial_number, 60);
    await look({ endpoints: [anvil.url] });
    expect(await evidence(which)).not.toHaveProperty('chain_mined');
    await look();
    expect(await evidence(which)).toMatchObject({ chain: ['final', true], chain_mined: ['late', false] });
    expect(await app.sql('select confirmations from recharge_evidence where serial_number = $1', [which.serial_number])).toEqual([
      { confirmations: 99 },
    ]);
    expect(await decide(which)).toMatchObject({ code: 7394, status: null });
  });

  it('is not believed on the word of one node, nor of nodes that differ', async () => {
    const which = await tell(await anvil.mint(token, SHARED, SENT));
    await anvil.mine(4);
    await look({ endpoints: [anvil.url] });
    expect(await evidence(which)).toEqual({ chain: ['one_node', false] });
    const other = await startLyingNode(anvil.url, { says: ({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined) });
    try {
      await look({ endpoints: [anvil.url, other.url] });
      expect(await evidence(which)).toMatchObject({ chain: ['nodes_differ', false] });
    } finally {
      await other.stop();
    }
    await look();
    expect(await evidence(which)).toMatchObject({ chain: ['final', true] });
  });

  it('is refused, with where it went, once the watcher has seen it at an address of its own owner', async () => {
    const quick = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.quick] });
    await app.sql(`update network set deposit_xpub = $1 where network = 'ERC20'`, [XPUB]);
    const { address } = dataOf(await app.call(chargeQueryAddress, { network: 'ERC20' }, { token: quick.token }));
    const txid = await anvil.mint(token, address as Hex, SENT);
    const which = await tell(txid);
    await app.sql(`insert into chain_event (network, txid, ordinal, owner_id) values ('ERC20', decode(substr($2, 3), 'hex'), 0, $1)`, [
      quick.merchant_id,
      txid,
    ]);
    await app.sql(
      `insert into chain_deposit (owner_id, network, txid, ordinal, state, address, sender, raw_amount, amount, block_number, block_hash, serial_number, settled_at)
       values ($1, 'ERC20', decode(substr($2, 3), 'hex'), 0, 'credited', $3, $3, 1000000000, 1000000000, 1, decode(substr($2, 3), 'hex'), 'RC77', now())`,
      [quick.merchant_id, txid, address],
    );
    await anvil.mine(4);
    await look();
    expect(await evidence(which)).toMatchObject({ chain_recipient: [address, false], chain_credited: ['RC77', false] });
    expect(await decide(which, { by: admin, reason: 'It is theirs' })).toMatchObject({ code: 7712, status: null });
    expect(await balance(merchant)).toBe(0n);
  });
});

/** Of the mnemonic "test test test test test test test test test test test junk", at m/44'/195'/0'. */
const XPUB = 'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';

/** A transfer that the chain takes and carries out none of: its sender is frozen. */
async function failing(): Promise<Hex> {
  const [, sender = '0x'] = anvil.accounts;
  await anvil.mint(token, sender, SENT);
  await anvil.freeze(token, sender, true);
  return anvil.transfer(token, sender, SHARED, SENT);
}

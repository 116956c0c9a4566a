import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { chargeQueryAddress, quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { balancesOf } from '@purser/ledger/accounts';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressBytes, addressOf } from '../../domain/chain-address.ts';
import { connectedNetworks } from '../../domain/chain-network.ts';
import { allRoutes } from '../../main/features.ts';
import { providersOf } from '../../platform/chain/providers.ts';
import { connectNetwork } from '../../platform/chain/testing/connect.ts';
import { startTron, type Tron } from '../../platform/chain/testing/tron.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { creditDeposits } from '../usdt-recharge/credit.ts';
import { lookAt, newRange } from './watch.ts';

/** Of the mnemonic "test test test test test test test test test test test junk", at m/44'/195'/0'. */
const TEST_XPUB = 'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
/** Its addresses, as tronweb derives them. */
const FIRST_ADDRESSES = ['TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6', 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C'];

let app: TestApp;
let tron: Tron;
let token: Hex;
beforeAll(async () => {
  [app, tron] = await Promise.all([createTestApp({ routes: allRoutes }), startTron()]);
  token = await tron.anvil.deployToken(6);
  const network = { network: 'TRC20', token: addressOf('tron', token), depositXpub: TEST_XPUB, endpoints: tron.endpoints } as const;
  await connectNetwork(app, tron.anvil, { ...network, confirmations: 3 });
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day')`,
  );
  await tron.mine(5);
  await look();
});
afterAll(() => Promise.all([app.close(), tron.stop()]));

async function look(): Promise<void> {
  const [network] = await connectedNetworks(app.platform.db.system);
  if (!network) throw new Error('the network is connected');
  await lookAt(app.platform, network, providersOf(network.endpoints), creditDeposits, newRange());
}

it('credits what comes to an owner’s address on TRON once it is solidified, by the node’s JSON-RPC', async () => {
  const merchant = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.manual, RECHARGE_WAYS.quick] });
  const { address } = dataOf(await app.call(chargeQueryAddress, { network: 'TRC20' }, { token: merchant.token }));
  expect(FIRST_ADDRESSES).toContain(address);
  await tron.anvil.mint(token, addressBytes('tron', address), 500_000_000n);
  await tron.mine();
  await look();
  const states = () => app.sql<{ state: string }>('select state from chain_deposit where owner_id = $1', [merchant.merchant_id]);
  expect(await states()).toEqual([{ state: 'confirming' }]);
  await tron.mine(3);
  await look();
  await look();
  expect(await states()).toEqual([{ state: 'credited' }]);
  const { list } = dataOf(await app.call(quickRechargeQuery, {}, { token: merchant.token }));
  // A transaction of TRON is written without 0x.
  expect(list).toMatchObject([
    { status: 'approved', trade_count: '500.000000', network: 'TRC20', address, txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  const balances = await balancesOf(app.platform.db.system, merchant.merchant_id, ['CNYT']);
  // 500 USDT at 7.10, less 0.20 %.
  expect(balances.find(({ purpose }) => purpose === 'main')?.available_minor).toBe(354_290n);
});

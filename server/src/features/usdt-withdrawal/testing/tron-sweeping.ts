import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { chargeQueryAddress } from '@purser/contract/features/usdt-recharge';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Hex } from 'viem';
import { addressBytes, addressOf } from '../../../domain/chain-address.ts';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { allRoutes } from '../../../main/features.ts';
import { providersOf } from '../../../platform/chain/providers.ts';
import { connectNetwork } from '../../../platform/chain/testing/connect.ts';
import { startTron } from '../../../platform/chain/testing/tron.ts';
import { WEI_OF_A_SUN } from '../../../platform/chain/testing/tron-http.ts';
import { tronProvidersOf } from '../../../platform/chain/tron-node.ts';
import { Database } from '../../../platform/database/database.ts';
import { createTestApp, dataOf } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { lookAt, newRange } from '../../chain-deposit/watch.ts';
import { creditDeposits } from '../../usdt-recharge/credit.ts';
import { lookAtPayouts } from '../chain-payouts.ts';
import { lookAtReturns } from '../chain-returns.ts';
import { lookAtSweeps } from '../chain-sweeps.ts';
import { Journal } from '../signer/journal.ts';
import { depositAccounts, hotKey, sweepKeys } from '../signer/keys.ts';
import type { TronPolicy, TronSweepPolicy } from '../signer/policy.ts';
import { type SignerOfTron, TronSigner } from '../signer/tron-signer.ts';
import { type SweeperOfTron, TronSweeper } from '../signer/tron-sweeper.ts';

const NETWORK = 'TRC20';
export const TRX = 1_000_000n;
/** Not the one whose accounts are rich on the chain of the tests. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** As long as a transaction of the signer's may live, and what is waited for beside that. */
const LIFE_MS = 600_000 + 60_000 + 5_000;

export type TronSweepingWorld = Awaited<ReturnType<typeof tronSweepingWorld>>;

/** An installation whose deposit addresses on TRON are swept, on a chain of its own that speaks as TRON does. */
export async function tronSweepingWorld() {
  const [app, tron] = await Promise.all([createTestApp({ routes: allRoutes }), startTron()]);
  const { anvil } = tron;
  const token = await anvil.deployToken(6);
  await anvil.mine();
  await connectNetwork(app, anvil, {
    network: NETWORK,
    token: addressOf('tron', token),
    depositXpub: depositAccounts(MNEMONIC).tron,
    endpoints: tron.endpoints,
  });
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day')`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'purser-tron-sweeper-'));
  const [key, keys] = [hotKey(MNEMONIC, 'tron'), sweepKeys(MNEMONIC, 'tron')];
  const trxTo = async (address: Hex, coins: bigint) => anvil.client.setBalance({ address, value: coins * WEI_OF_A_SUN });
  for (const { address } of [key, keys.gas]) await trxTo(address, 100_000n * TRX);
  const db = new Database({ url: app.signerUrl, connections: 4, role: 'purser_signer' });
  const journal = await Journal.open(join(folder, 'journal.jsonl'));
  const sweep: TronSweepPolicy = {
    least: 50_000_000n,
    times_gas: 10,
    coin_usdt: 300_000n,
    most_fuel: 60n * TRX,
    most_fuel_in_a_day: 1000n * TRX,
  };
  const policy: TronPolicy = {
    kind: 'tron',
    chain_id: anvil.chainId,
    token,
    token_decimals: 6,
    endpoints: [...tron.endpoints],
    most_at_once: 1_000_000_000n,
    most_in_an_hour: 10_000_000_000n,
    most_in_a_day: 10_000_000_000n,
    most_fee_trx: 50n * TRX,
    sweep,
  };
  const log = pino({ level: process.env['PURSER_TEST_LOG'] ?? 'silent' });
  const of: SweeperOfTron = { db, network: NETWORK, policy, key, keys, journal, providers: tronProvidersOf(tron.endpoints), log };
  const look = async () => {
    const [network] = await connectedNetworks(app.platform.db.system);
    if (!network) throw new Error('the network is connected');
    await lookAt(app.platform, network, providersOf(network.endpoints), creditDeposits, newRange());
  };
  const book = async () => {
    const networks = await connectedNetworks(app.platform.operator.db.system);
    await lookAtPayouts(app.platform, networks);
    await lookAtReturns(app.platform, networks);
    await lookAtSweeps(app.platform, networks);
  };
  /** Solidifies everything that is mined, and has watcher and worker look. */
  const settle = async () => {
    await tron.mine(4);
    await look();
    await book();
  };
  const arrive = async (address: string, raw: bigint) => anvil.mint(token, addressBytes('tron', address), raw);
  await settle();
  return {
    app,
    tron,
    token,
    network: NETWORK,
    unit: 1n,
    hot: addressOf('tron', key.address),
    gas: addressOf('tron', keys.gas.address),
    journal,
    of,
    trxTo,
    arrive,
    look,
    book,
    settle,
    sweeper: ({
      policy: rules = {},
      sweep: own = {},
      ...change
    }: Partial<Omit<SweeperOfTron, 'policy'>> & { policy?: Partial<TronPolicy>; sweep?: Partial<TronSweepPolicy> } = {}) =>
      new TronSweeper({ ...of, ...change, policy: { ...policy, ...rules, sweep: { ...sweep, ...own } } }),
    signer: ({ policy: rules = {}, ...change }: Partial<Omit<SignerOfTron, 'policy'>> & { policy?: Partial<TronPolicy> } = {}) =>
      new TronSigner({ ...of, restMs: 0, ...change, policy: { ...policy, ...rules } }),
    /** A merchant's own address, at which so much has arrived, in minor units of USDT; it is credited. */
    deposited: async (amount: bigint) => {
      const { merchant_id, token: session } = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.quick] });
      const { address } = dataOf(await app.call(chargeQueryAddress, { network: NETWORK }, { token: session }));
      await arrive(address, amount);
      await settle();
      return { address, ownerId: merchant_id };
    },
    /** Lets what waits expire for good, without a block that takes it. */
    expire: async () => {
      tron.lose();
      await tron.pass(LIFE_MS);
      await settle();
    },
    usdtOf: async (address: string) => anvil.balanceOf(token, addressBytes('tron', address)),
    sweepsOf: (address: string) =>
      app.sql<{ state: string; why: string; fuelled: number; destination: string | null }>(
        'select state, why, fuelled, destination from sweep where address = $1 order by planned_at',
        [address],
      ),
    close: async () => {
      await db.close();
      await journal.close();
      await Promise.all([app.close(), tron.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

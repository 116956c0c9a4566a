import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { chargeQueryAddress } from '@purser/contract/features/usdt-recharge';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { getAddress, type Hex, parseEther } from 'viem';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { moveReviewOrders, type ReviewOrder, submitReviewOrder } from '../../../domain/review-order.ts';
import { allRoutes } from '../../../main/features.ts';
import { providersOf } from '../../../platform/chain/providers.ts';
import { type Anvil, startAnvil } from '../../../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../../../platform/chain/testing/connect.ts';
import { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { createTestApp, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { lookAt, newRange } from '../../chain-deposit/watch.ts';
import { creditDeposits } from '../../usdt-recharge/credit.ts';
import { lookAtPayouts } from '../chain-payouts.ts';
import { lookAtReturns } from '../chain-returns.ts';
import { lookAtSweeps } from '../chain-sweeps.ts';
import { usdtWithdrawal } from '../kind.ts';
import { Journal } from '../signer/journal.ts';
import { depositAccounts, hotKey, sweepKeys } from '../signer/keys.ts';
import { NetworkSigner, type SignerOfNetwork } from '../signer/network-signer.ts';
import type { NetworkPolicy, SweepPolicy } from '../signer/policy.ts';
import { Sweeper, type SweeperOfNetwork } from '../signer/sweeper.ts';
import { newAddress, withdrawer } from './world.ts';
import { ORDER } from './order.ts';

const NETWORK = 'ERC20';
const GWEI = 1_000_000_000n;
/** Not the one whose accounts are rich on the chain of the tests. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** An installation whose deposit addresses are swept, on a chain of its own. */
export interface SweepingWorld {
  readonly app: TestApp;
  readonly anvil: Anvil;
  readonly token: Hex;
  readonly unit: bigint;
  readonly hot: Hex;
  readonly gas: Hex;
  readonly journal: Journal;
  readonly db: Database;
  readonly of: SweeperOfNetwork;
  sweeper(change?: Partial<Omit<SweeperOfNetwork, 'policy'>> & { policy?: Partial<NetworkPolicy>; sweep?: Partial<SweepPolicy> }): Sweeper;
  /** A merchant's own address, at which so much has arrived, in minor units of USDT; it is credited. */
  deposited(amount: bigint): Promise<{ readonly address: Hex; readonly ownerId: number }>;
  /** A signer of withdrawals, as the program makes it. */
  signer(change?: Partial<Omit<SignerOfNetwork, 'policy'>> & { policy?: Partial<NetworkPolicy> }): NetworkSigner;
  /** Approved withdrawals of 8 USDT each, of a merchant who has the money. */
  approve(count: number): Promise<ReviewOrder[]>;
  /** Has the watcher look. */
  look(): Promise<void>;
  /** Has the worker book what is final. */
  book(): Promise<void>;
  /** Mines until what is there is final, and has watcher and worker look. */
  settle(): Promise<void>;
  /** Of the token, in minor units. */
  usdtOf(address: Hex): Promise<bigint>;
  /** The sweeps of an address, oldest first. */
  sweepsOf(address: Hex): Promise<{ state: string; why: string; fuelled: number; destination: string | null }[]>;
  close(): Promise<void>;
}

export async function sweepingWorld({ tokenDecimals = 6 }: { tokenDecimals?: 6 | 18 } = {}): Promise<SweepingWorld> {
  const [app, anvil] = await Promise.all([createTestApp({ routes: allRoutes }), startAnvil()]);
  const token = await anvil.deployToken(tokenDecimals);
  const unit = 10n ** BigInt(tokenDecimals - 6);
  await connectNetwork(app, anvil, { network: NETWORK, token, tokenDecimals, depositXpub: depositAccounts(MNEMONIC).evm });
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day')`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'purser-sweeper-'));
  const [key, keys] = [hotKey(MNEMONIC), sweepKeys(MNEMONIC)];
  for (const { address } of [key, keys.gas]) await anvil.client.setBalance({ address, value: parseEther('10') });
  const db = new Database({ url: app.signerUrl, connections: 4, role: 'purser_signer' });
  const journal = await Journal.open(join(folder, 'journal.jsonl'));
  const sweep: SweepPolicy = {
    least: 50_000_000n,
    times_gas: 10,
    coin_usdt: 4_000_000_000n,
    most_fuel: parseEther('0.1'),
    most_fuel_in_a_day: parseEther('1'),
  };
  const policy: NetworkPolicy = {
    chain_id: anvil.chainId,
    token: getAddress(token),
    token_decimals: tokenDecimals,
    endpoints: [anvil.url],
    most_at_once: 1_000_000_000n,
    most_in_an_hour: 10_000_000_000n,
    most_in_a_day: 10_000_000_000n,
    most_gas_price_gwei: 500n * GWEI,
    stuck_after_blocks: 3,
    sweep,
  };
  const log = pino({ level: process.env['PURSER_TEST_LOG'] ?? 'silent' });
  const of: SweeperOfNetwork = { db, network: NETWORK, policy, key, keys, journal, providers: providersOf([anvil.url, anvil.url]), log };
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
  const settle = async () => {
    await anvil.mine(4);
    await look();
    await book();
  };
  const payer = await withdrawer(app, '100000.00');
  await settle();
  return {
    app,
    anvil,
    token,
    unit,
    hot: key.address,
    gas: keys.gas.address,
    journal,
    db,
    of,
    sweeper: ({ policy: rules = {}, sweep: own = {}, ...change } = {}) =>
      new Sweeper({ ...of, ...change, policy: { ...policy, ...rules, sweep: { ...sweep, ...own } } }),
    async deposited(amount) {
      const { merchant_id, token: session } = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.quick] });
      const { address } = dataOf(await app.call(chargeQueryAddress, { network: NETWORK }, { token: session }));
      await anvil.mint(token, address as Hex, amount * unit);
      await settle();
      return { address: address as Hex, ownerId: merchant_id };
    },
    signer: ({ policy: rules = {}, ...change } = {}) => new NetworkSigner({ ...of, restMs: 0, ...change, policy: { ...policy, ...rules } }),
    async approve(count) {
      const { db: staff } = app.platform.operator;
      const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
      const made: ReviewOrder[] = [];
      for (let index = 0; index < count; index += 1) {
        made.push(
          await staff.systemTransaction(async (tx) => {
            const order = { ...ORDER, network: NETWORK, owner_id: BigInt(payer.merchant_id), address: newAddress() };
            const { serial_number } = await submitReviewOrder(tx, app.platform, usdtWithdrawal, order);
            const move = { ownerId: payer.merchant_id, serialNumber: serial_number, event: 'approve', by } as const;
            const [moved] = await moveReviewOrders(tx, app.platform, usdtWithdrawal, [move]);
            if (!moved || moved instanceof Refusal) throw moved ?? new Error('a move has a result');
            return moved;
          }),
        );
      }
      return made;
    },
    look,
    book,
    settle,
    usdtOf: async (address) => (await anvil.balanceOf(token, address)) / unit,
    sweepsOf: (address) => app.sql('select state, why, fuelled, destination from sweep where address = $1 order by planned_at', [address]),
    close: async () => {
      await db.close();
      await journal.close();
      await Promise.all([app.close(), anvil.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { chargeQueryAddress } from '@purser/contract/features/usdt-recharge';
import { balancesOf } from '@purser/ledger/accounts';
import type { Hex } from 'viem';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { allRoutes } from '../../../main/features.ts';
import { type Anvil, startAnvil } from '../../../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../../../platform/chain/testing/connect.ts';
import { providersOf } from '../../../platform/chain/providers.ts';
import { createTestApp, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../../platform/testing/parties.ts';
import { creditDeposits } from '../../usdt-recharge/credit.ts';
import { type Looked, lookAt, newRange, type Range } from '../watch.ts';

/** Of the mnemonic "test test test test test test test test test test test junk", at m/44'/195'/0': not the account whose addresses anvil's own are. */
const TEST_XPUB = 'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';

/** An installation whose ERC20 is a chain of its own, with a token of 6 decimals; what is final lies two blocks behind the head. */
export interface DepositWorld {
  readonly app: TestApp;
  readonly anvil: Anvil;
  readonly token: Hex;
  /** Looks once, as a watcher does; at other endpoints than the network's where given, and as one that has learnt how many blocks it may ask for. */
  look(endpoints?: readonly string[], range?: Range): Promise<Looked>;
  /** A merchant with quick recharges, and its own address. */
  makeDepositor(): Promise<{ readonly merchant: TestMerchant; readonly address: Hex }>;
  /** The owner's transfers as they stand. */
  depositsOf(merchant: TestMerchant): Promise<{ state: string; reason: string; amount: string; ordinal: number; block_number: string }[]>;
  /** What the owner has in CNYT, in minor units. */
  balanceOf(merchant: TestMerchant): Promise<bigint>;
  close(): Promise<void>;
}

/** `feeBasisPoints` is what the token keeps of every transfer. */
export async function makeDepositWorld({ feeBasisPoints = 0 } = {}): Promise<DepositWorld> {
  const [app, anvil] = await Promise.all([createTestApp({ routes: allRoutes }), startAnvil({ slotsInAnEpoch: 1 })]);
  const token = await anvil.deployToken(6, feeBasisPoints);
  await connectNetwork(app, anvil, { network: 'ERC20', token, depositXpub: TEST_XPUB, confirmations: 3 });
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day')`,
  );
  await anvil.mine(5);
  const world: DepositWorld = {
    app,
    anvil,
    token,
    async look(endpoints, range = newRange()) {
      const [network] = await connectedNetworks(app.platform.db.system);
      if (!network) throw new Error('the network is connected');
      return lookAt(app.platform, network, providersOf(endpoints ?? network.endpoints), creditDeposits, range);
    },
    async makeDepositor() {
      const merchant = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.manual, RECHARGE_WAYS.quick] });
      const { address } = dataOf(await app.call(chargeQueryAddress, { network: 'ERC20' }, { token: merchant.token }));
      return { merchant, address: address as Hex };
    },
    depositsOf: ({ merchant_id }) =>
      app.sql('select state, reason, amount, ordinal, block_number from chain_deposit where owner_id = $1 order by block_number, ordinal', [
        merchant_id,
      ]),
    async balanceOf({ merchant_id }) {
      const balances = await balancesOf(app.platform.db.system, merchant_id, ['CNYT']);
      return balances.find(({ purpose }) => purpose === 'main')?.available_minor ?? 0n;
    },
    close: async () => {
      await Promise.all([app.close(), anvil.stop()]);
    },
  };
  // The first look says where watching begins.
  await world.look();
  return world;
}

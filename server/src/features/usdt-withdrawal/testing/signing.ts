import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { getAddress, type Hex, parseEther } from 'viem';
import { type Move, moveReviewOrders, orderKey, type ReviewOrder, submitReviewOrder } from '../../../domain/review-order.ts';
import { type ChainProvider, providersOf } from '../../../platform/chain/providers.ts';
import { type Anvil, ANVIL_MNEMONIC, startAnvil } from '../../../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../../../platform/chain/testing/connect.ts';
import { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createTestApp, type TestApp } from '../../../platform/testing/app.ts';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { lookAtPayouts } from '../chain-payouts.ts';
import { usdtWithdrawal } from '../kind.ts';
import { usdtWithdrawalRoutes } from '../routes.ts';
import { Journal } from '../signer/journal.ts';
import { type DigestSigner, hotKey, sweepKeys } from '../signer/keys.ts';
import { NetworkSigner } from '../signer/network-signer.ts';
import type { NetworkPolicy } from '../signer/policy.ts';
import { newAddress, openNetworks, withdrawer } from './world.ts';
import { ORDER } from './order.ts';

export const NETWORK = 'ERC20';
const GWEI = 1_000_000_000n;
/** Of USDT, in minor units: 10.00 USDP at 1.25. */
export const EACH = 8_000_000n;

interface SignerChange {
  readonly policy?: Partial<NetworkPolicy>;
  readonly restMs?: number;
  readonly key?: DigestSigner;
  readonly journal?: Journal;
  readonly providers?: readonly ChainProvider[];
}

/** A chain, an installation that is connected to it, and what is needed to sign for it. */
export interface SigningWorld {
  readonly app: TestApp;
  readonly anvil: Anvil;
  readonly token: Hex;
  readonly key: DigestSigner;
  readonly db: Database;
  readonly providers: readonly ChainProvider[];
  /** The one that signers use unless said. */
  readonly journal: Journal;
  /** A journal of its own file, empty. */
  newJournal(): Promise<Journal>;
  /** A signer as the program makes it; by the world's own journal unless said. */
  signer(change?: SignerChange): NetworkSigner;
  /** Approved withdrawals of `EACH` USDT, to new addresses unless said. */
  approve(count: number, to?: () => string): Promise<ReviewOrder[]>;
  /** Makes everything that is mined final, and has the worker look. */
  settle(): Promise<void>;
  /** The states of orders, in their order. */
  states(orders: readonly ReviewOrder[]): Promise<string[]>;
  /** USDT at an order's address, in minor units. */
  received(order: ReviewOrder): Promise<bigint>;
  close(): Promise<void>;
}

export async function signingWorld({
  tokenDecimals = 6,
  noMining = false,
  routes = () => [],
}: { tokenDecimals?: 6 | 18; noMining?: boolean; routes?: (platform: Platform) => Route[] } = {}): Promise<SigningWorld> {
  const [app, anvil] = await Promise.all([
    createTestApp({ routes: (platform) => [...usdtWithdrawalRoutes(platform), ...routes(platform)] }),
    startAnvil({ noMining }),
  ]);
  const token = await anvil.deployToken(tokenDecimals);
  const folder = await mkdtemp(join(tmpdir(), 'purser-signer-'));
  const key = hotKey(ANVIL_MNEMONIC);
  const unit = 10n ** BigInt(tokenDecimals - 6);
  await anvil.client.setBalance({ address: key.address, value: parseEther('100') });
  await anvil.mint(token, key.address, 1_000_000_000_000n * unit);
  if (noMining) await anvil.mine();
  await openNetworks(app);
  await connectNetwork(app, anvil, { network: NETWORK, token, tokenDecimals });
  const merchant = await withdrawer(app, '100000.00');
  const db = new Database({ url: app.signerUrl, connections: 4, role: 'purser_signer' });
  const providers = providersOf([anvil.url, anvil.url]);
  const journals: Journal[] = [];
  const newJournal = async (): Promise<Journal> => {
    const journal = await Journal.open(join(folder, `journal-${journals.length}.jsonl`));
    journals.push(journal);
    return journal;
  };
  const own = await newJournal();
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
  };
  return {
    app,
    anvil,
    token,
    key,
    db,
    providers,
    journal: own,
    newJournal,
    signer: (change = {}) =>
      new NetworkSigner({
        db,
        network: NETWORK,
        restMs: 0,
        key,
        keys: sweepKeys(ANVIL_MNEMONIC),
        journal: own,
        providers,
        log: pino({ level: process.env['PURSER_TEST_LOG'] ?? 'silent' }),
        ...change,
        policy: { ...policy, ...change.policy },
      }),
    approve: async (count, to = newAddress) => {
      const order = () => ({ ...ORDER, network: NETWORK, owner_id: BigInt(merchant.merchant_id), address: to() });
      const { db: staff } = app.platform.operator;
      const made: ReviewOrder[] = [];
      for (let index = 0; index < count; index += 1)
        made.push(await staff.systemTransaction((tx) => submitReviewOrder(tx, app.platform, usdtWithdrawal, order())));
      const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
      const moves = made.map(({ serial_number }): Move => ({
        ownerId: merchant.merchant_id,
        serialNumber: serial_number,
        event: 'approve',
        by,
      }));
      const moved = await staff.systemTransaction((tx) => moveReviewOrders(tx, app.platform, usdtWithdrawal, moves));
      return moved.map((one) => {
        if (one instanceof Refusal) throw one;
        return one;
      });
    },
    settle: async () => {
      await anvil.mine(4);
      await lookAtPayouts(app.platform, await connectedNetworks(app.platform.operator.db.system));
    },
    states: async (orders) => {
      const rows = await app.sql<ReviewOrder>('select owner_id, serial_number, status from review_order');
      const byKey = new Map(rows.map((row) => [orderKey(row), row.status]));
      return orders.map((one) => byKey.get(orderKey(one)) ?? '');
    },
    received: async ({ address }) => (await anvil.balanceOf(token, address as Hex)) / unit,
    close: async () => {
      await db.close();
      await Promise.all(journals.map((journal) => journal.close()));
      await Promise.all([app.close(), anvil.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Halts the network for a reason, as the watcher does where what was final has gone; with none it goes on. */
export async function haltNetwork(app: TestApp, why: string, network = NETWORK): Promise<void> {
  await app.sql(
    `insert into chain_cursor (network, block_number, block_hash, head, halted, halted_at)
     values ($1, 1, decode(repeat('01', 32), 'hex'), 1, $2, case when $2 <> '' then now() end)
     on conflict (network) do update set halted = excluded.halted, halted_at = excluded.halted_at`,
    [network, why],
  );
}

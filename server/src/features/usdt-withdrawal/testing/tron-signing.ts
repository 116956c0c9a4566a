import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Hex } from 'viem';
import { addressBytes, addressOf } from '../../../domain/chain-address.ts';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { type Move, moveReviewOrders, orderKey, type ReviewOrder, submitReviewOrder } from '../../../domain/review-order.ts';
import { ANVIL_MNEMONIC } from '../../../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../../../platform/chain/testing/connect.ts';
import { startTron, type Tron } from '../../../platform/chain/testing/tron.ts';
import { WEI_OF_A_SUN } from '../../../platform/chain/testing/tron-http.ts';
import { type TronNode, type TronProvider, tronProvidersOf } from '../../../platform/chain/tron-node.ts';
import { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { createTestApp, type TestApp } from '../../../platform/testing/app.ts';
import { lookAtPayouts } from '../chain-payouts.ts';
import { usdtWithdrawal } from '../kind.ts';
import { usdtWithdrawalRoutes } from '../routes.ts';
import { Journal } from '../signer/journal.ts';
import { type DigestSigner, hotKey, sweepKeys } from '../signer/keys.ts';
import type { TronPolicy } from '../signer/policy.ts';
import { TronSigner } from '../signer/tron-signer.ts';
import { openNetworks, withdrawer } from './world.ts';
import { ORDER } from './order.ts';

export const TRON = 'TRC20';
/** Of USDT, in minor units: 10.00 USDP at 1.25. */
export const EACH = 8_000_000n;
const TRX = 1_000_000n;
/** As long as a transaction of the signer's may live, and what is waited for beside that. */
const LIFE_MS = 600_000 + 60_000 + 5_000;

interface SignerChange {
  readonly policy?: Partial<TronPolicy>;
  readonly restMs?: number;
  readonly key?: DigestSigner;
  readonly journal?: Journal;
  readonly providers?: readonly TronProvider[];
}

interface Attempt {
  readonly nonce: bigint;
  readonly attempt: number;
  readonly txid: string;
  readonly signed: Hex;
  readonly outcome: string | null;
  readonly sent_block: bigint | null;
}

/** A chain that speaks as TRON does, an installation that is connected to it, and what is needed to sign for it. */
export interface TronWorld {
  readonly app: TestApp;
  readonly tron: Tron;
  /** The token's twenty bytes. */
  readonly token: Hex;
  readonly key: DigestSigner;
  readonly db: Database;
  readonly providers: readonly TronProvider[];
  /** The one that signers use unless said. */
  readonly journal: Journal;
  /** A journal of its own file, empty. */
  newJournal(): Promise<Journal>;
  signer(change?: SignerChange): TronSigner;
  /** Approved withdrawals of `EACH` USDT, to new addresses unless said. */
  approve(count: number, to?: () => string): Promise<ReviewOrder[]>;
  /** Has the worker look. */
  look(): Promise<void>;
  /** Solidifies everything that is mined, and has the worker look. */
  settle(): Promise<void>;
  /** Lets what waits expire for good, without a block that takes it. */
  expire(): Promise<void>;
  states(orders: readonly ReviewOrder[]): Promise<string[]>;
  /** What was signed for an order, by number and attempt. */
  attemptsOf(order: ReviewOrder): Promise<Attempt[]>;
  /** USDT at an order's address, in minor units. */
  received(order: ReviewOrder): Promise<bigint>;
  close(): Promise<void>;
}

/** The same provider, with something else done where it is given a transaction. */
export function broadcasting(provider: TronProvider, broadcast: TronNode['broadcast']): TronProvider {
  const { node } = provider;
  const methods = ['newest', 'infoOf', 'has', 'energyOf', 'tokensOf', 'meansOf', 'prices'] as const;
  const whole = Object.fromEntries(methods.map((name) => [name, node[name].bind(node)]));
  return { ...provider, node: { ...whole, broadcast } as unknown as TronNode };
}

export const newTronAddress = (): string => addressOf('tron', `0x${randomBytes(20).toString('hex')}`);

export async function tronWorld(): Promise<TronWorld> {
  const [app, tron] = await Promise.all([createTestApp({ routes: usdtWithdrawalRoutes }), startTron()]);
  const { anvil } = tron;
  const token = await anvil.deployToken(6);
  const folder = await mkdtemp(join(tmpdir(), 'purser-signer-'));
  const key = hotKey(ANVIL_MNEMONIC, 'tron');
  await anvil.client.setBalance({ address: key.address, value: 100_000n * TRX * WEI_OF_A_SUN });
  await anvil.mint(token, key.address, 1_000_000_000_000n);
  await anvil.mine(4);
  await openNetworks(app);
  await connectNetwork(app, anvil, { network: TRON, token: addressOf('tron', token), endpoints: tron.endpoints });
  const merchant = await withdrawer(app, '100000.00');
  const db = new Database({ url: app.signerUrl, connections: 4, role: 'purser_signer' });
  const providers = tronProvidersOf(tron.endpoints);
  const journals: Journal[] = [];
  const newJournal = async (): Promise<Journal> => {
    const journal = await Journal.open(join(folder, `journal-${journals.length}.jsonl`));
    journals.push(journal);
    return journal;
  };
  const own = await newJournal();
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
  };
  const look = async () => lookAtPayouts(app.platform, await connectedNetworks(app.platform.operator.db.system));
  return {
    app,
    tron,
    token,
    key,
    db,
    providers,
    journal: own,
    newJournal,
    signer: (change = {}) =>
      new TronSigner({
        db,
        network: TRON,
        restMs: 0,
        key,
        keys: sweepKeys(ANVIL_MNEMONIC, 'tron'),
        journal: own,
        providers,
        log: pino({ level: process.env['PURSER_TEST_LOG'] ?? 'silent' }),
        ...change,
        policy: { ...policy, ...change.policy },
      }),
    approve: async (count, to = newTronAddress) => {
      const order = () => ({ ...ORDER, network: TRON, owner_id: BigInt(merchant.merchant_id), address: to() });
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
    look,
    settle: async () => {
      await tron.mine(4);
      await look();
    },
    expire: async () => {
      tron.lose();
      await tron.pass(LIFE_MS);
      await tron.mine(3);
    },
    states: async (orders) => {
      const rows = await app.sql<ReviewOrder>('select owner_id, serial_number, status from review_order');
      const byKey = new Map(rows.map((row) => [orderKey(row), row.status]));
      return orders.map((one) => byKey.get(orderKey(one)) ?? '');
    },
    attemptsOf: async ({ serial_number }) =>
      app.sql<Attempt>(
        `select nonce, attempt, encode(txid, 'hex') as txid, '0x' || encode(raw, 'hex') as signed, outcome, sent_block from chain_tx
         where serial_number = $1 order by nonce, attempt`,
        [serial_number],
      ),
    received: async ({ address }) => anvil.balanceOf(token, addressBytes('tron', address ?? '')),
    close: async () => {
      await db.close();
      await Promise.all(journals.map((journal) => journal.close()));
      await Promise.all([app.close(), tron.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

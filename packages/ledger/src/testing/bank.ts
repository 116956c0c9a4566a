import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { ON_NODES } from '../../../../server/src/platform/database/connections.ts';
import { onCluster } from '../../../../server/src/platform/testing/citus.ts';
import { createTestDatabase, type TestDatabase } from '../../../../server/src/platform/testing/database.ts';
import { type AccountKey, feeAccount, mainAccount, providerAccount, rewardAccount } from '../account.ts';
import { openAccounts } from '../accounts.ts';
import { planIssuance, type Leg, type Posting, type PostingIdentity } from '../posting.ts';
import { postBatch, type PostBatchOptions, type PostingResult } from '../store.ts';

/** The key of the content MACs. */
export const KEY = Buffer.alloc(32, 'ledger');
export const COIN = 'USDP';
export const OTHER_COIN = 'CNYT';
/** Two merchants and a wallet user, each with an account in both coins; the user has a reward account too. */
export const ALICE = 10_000_001;
export const BOB = 10_000_002;
export const USER = 50_000_001;

/** The application, seeing all owners: among several nodes that is a role of its own. */
const SYSTEM = onCluster ? '-c role=purser_system' : '-c role=purser_app -c purser.owner_id=system';

/** A small provider with open accounts on a database of its own, as the application sees it. */
export class Bank {
  readonly url: string;
  /** The role that owns the tables: above row level security. */
  readonly owner: pg.Pool;
  /** The application's role, seeing all owners. */
  readonly app: pg.Pool;
  readonly #drop: () => Promise<void>;

  private constructor({ url, drop }: TestDatabase) {
    this.url = url;
    this.owner = new pg.Pool({ connectionString: url });
    const onConnect = async (client: pg.ClientBase) => void (onCluster && (await client.query(ON_NODES)));
    this.app = new pg.Pool({ connectionString: url, max: 12, options: SYSTEM, onConnect });
    // Dropping the database cuts what is still closing.
    for (const pool of [this.owner, this.app]) {
      pool.on('error', () => {});
      pool.on('connect', (client) => client.on('error', () => {}));
    }
    this.#drop = drop;
  }

  static async open(): Promise<Bank> {
    const bank = new Bank(await createTestDatabase());
    await openAccounts(bank.app, [
      ...[COIN, OTHER_COIN].flatMap((coin) => [
        { ...providerAccount(coin, 'issuance'), unbounded: true },
        feeAccount(coin, ALICE),
        feeAccount(coin, BOB),
        providerAccount(coin, 'reward_pool'),
        mainAccount(ALICE, coin),
        mainAccount(BOB, coin),
        mainAccount(USER, coin),
      ]),
      rewardAccount(USER, COIN),
    ]);
    return bank;
  }

  async close(): Promise<void> {
    await Promise.all([this.owner.end(), this.app.end()]);
    await this.#drop();
  }

  /** Makes postings in a transaction of their own. */
  post(...postings: Posting[]): Promise<PostingResult[]> {
    return this.postWith({}, ...postings);
  }

  async postWith(options: PostBatchOptions, ...postings: Posting[]): Promise<PostingResult[]> {
    const client = await this.app.connect();
    try {
      await client.query('begin');
      const results = await postBatch(client, KEY, postings, options);
      await client.query('commit');
      return results;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  /** Until somebody waits for a lock. */
  async untilWaiting(): Promise<void> {
    // Among several nodes it is one of these that waits, for whoever asked.
    const waits = onCluster
      ? 'select from citus_lock_waits'
      : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await this.owner.query(waits)).rowCount).toBe(1);
  }

  /** Takes everything out of the ledger but the open accounts. */
  async empty(): Promise<void> {
    await this.owner.query(
      `truncate ledger.posting, ledger.entry, ledger.hold;
       update ledger.account set available = 0, frozen = 0, pending = 0, version = 0, last_type = null, last_type_version = null, last_posted_at = default`,
    );
  }

  /** Issues to an account and insists that it worked. */
  async issue(to: AccountKey, amount_minor: bigint): Promise<void> {
    const [result] = await this.post(planIssuance({ ...identity(1), to, amount_minor }));
    if (result?.outcome !== 'posted') throw new Error(`issuance was ${result?.outcome}`);
  }

  /** Available, frozen and pending of an account. */
  async buckets(account: AccountKey): Promise<[bigint, bigint, bigint]> {
    const { rows } = await this.owner.query(
      'select available, frozen, pending from ledger.account where (owner_id, coin, purpose) = ($1, $2, $3)',
      [account.owner_id, account.coin, account.purpose],
    );
    return [BigInt(rows[0].available), BigInt(rows[0].frozen), BigInt(rows[0].pending)];
  }
}

export function identity(owner_id: number): PostingIdentity {
  const posting_id = randomUUID();
  return { owner_id, posting_id, serial_number: `T-${posting_id.slice(0, 8)}` };
}

/** A posting of any shape, also ones that planning would not make. */
export function freeForm(legs: Leg[], changes: Partial<Posting> = {}): Posting {
  return { ...identity(ALICE), type: 'transfer', legs, ...changes };
}

/** A plain transfer without a fee. */
export function move(from: AccountKey, to: AccountKey, amount: bigint, changes: Partial<Posting> = {}): Posting {
  return freeForm(
    [
      { account: from, available: -amount, counterparty: to.owner_id },
      { account: to, available: amount, counterparty: from.owner_id },
    ],
    changes,
  );
}

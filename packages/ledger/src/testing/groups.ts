import type pg from 'pg';
import { clearingAccounts, providerAccounts } from '../account.ts';
import { openAccounts, type Queryable } from '../accounts.ts';
import { type CrossingEnd, endCrossings, forgetEnds, settleCrossings, takeDueCrossings } from '../crossing-ends.ts';
import { type AcrossResult, type AskedPosting, postAcross } from '../crossings.ts';
import type { Crossing } from '../halves.ts';
import { setShardGroups, type ShardGroupCount, ShardGroups } from '../shard-groups.ts';
import { isRetryable, type PostBatchOptions } from '../store.ts';
import { Bank, COIN, KEY, OTHER_COIN } from './bank.ts';

export type Judge = NonNullable<NonNullable<Parameters<typeof endCrossings>[3]>['judge']>;

/** A bank whose owners are divided among groups of shards, all of them in one PostgreSQL. */
export async function openGroupedBank(count: ShardGroupCount): Promise<{ bank: Bank; groups: ShardGroups }> {
  const bank = await Bank.open();
  await setShardGroups(bank.owner, count);
  const shared = [COIN, OTHER_COIN].flatMap((coin) => [...providerAccounts(coin), ...clearingAccounts(coin)]);
  await openAccounts(bank.app, shared);
  return { bank, groups: new ShardGroups(count) };
}

/** Runs a transaction until it loses no race. */
export async function inTransaction<Result>(pool: pg.Pool, work: (client: Queryable) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    for (;;) {
      await client.query('begin');
      try {
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        if (!isRetryable(error)) throw error;
      }
    }
  } finally {
    client.release();
  }
}

/** What programs do with crossings, each step a transaction of its own. */
export class Across {
  readonly bank: Bank;
  readonly groups: ShardGroups;

  constructor({ bank, groups }: { bank: Bank; groups: ShardGroups }) {
    this.bank = bank;
    this.groups = groups;
  }

  post(asked: readonly AskedPosting[], options: PostBatchOptions = {}): Promise<AcrossResult[]> {
    return inTransaction(this.bank.app, (client) => postAcross(client, KEY, asked, this.groups, options));
  }

  end(crossings: readonly Crossing[], options: PostBatchOptions & { judge?: Judge } = {}): Promise<CrossingEnd[]> {
    return inTransaction(this.bank.app, (client) => endCrossings(client, KEY, crossings, options));
  }

  async settle(crossings: readonly Crossing[], ends: readonly CrossingEnd[]): Promise<boolean[]> {
    const ended = crossings.map((crossing, index) => ({ crossing, end: ends[index] as CrossingEnd }));
    const settled = await inTransaction(this.bank.app, (client) => settleCrossings(client, KEY, ended));
    await forgetEnds(
      this.bank.app,
      crossings.filter((_, index) => settled[index]),
    );
    return settled;
  }

  /** Takes what is under way, as though its time had come. */
  async take(limit = 100): Promise<readonly Crossing[]> {
    // What another driver has at this moment is left to it.
    await this.bank.owner.query(
      `update ledger.crossing set due_at = '-infinity'
       where (owner_id, posting_id) in (select owner_id, posting_id from ledger.crossing for update skip locked)`,
    );
    const { crossings, invalid } = await inTransaction(this.bank.app, (client) => takeDueCrossings(client, KEY, limit));
    if (invalid.length > 0) throw new Error(`first halves are not what was made: ${invalid.join(', ')}`);
    return crossings;
  }

  /** Drives everything to its end. */
  async driveAll(): Promise<void> {
    for (let crossings = await this.take(); crossings.length > 0; crossings = await this.take())
      await this.settle(crossings, await this.end(crossings));
  }

  /** How many are under way. */
  async underWay(): Promise<number> {
    const { rows } = await this.bank.owner.query<{ count: number }>('select count(*)::integer as count from ledger.crossing');
    return rows[0]?.count ?? 0;
  }

  /** Minor units over all clearing accounts of a coin. */
  async clearing(coin = COIN): Promise<bigint> {
    const { rows } = await this.bank.owner.query<{ sum: string }>(
      `select coalesce(sum(available), 0)::text as sum from ledger.account where purpose = 'clearing' and coin = $1`,
      [coin],
    );
    return BigInt(rows[0]?.sum ?? 0);
  }
}

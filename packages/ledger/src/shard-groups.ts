import { isProvider } from './account.ts';
import type { Queryable } from './accounts.ts';

/** Counts that the stripes of fees and clearing can be divided by. */
export const SHARD_GROUP_COUNTS = [1, 2, 4, 8, 16] as const;
export type ShardGroupCount = (typeof SHARD_GROUP_COUNTS)[number];

/** In which group of shards an owner's rows are: ledger.shard_of in the migrations. The fees and the clearing of an owner are in the owner's group. */
export class ShardGroups {
  readonly count: ShardGroupCount;

  constructor(count: ShardGroupCount) {
    this.count = count;
  }

  of(owner_id: number): number {
    return (isProvider(owner_id) ? owner_id - 1 : owner_id) % this.count;
  }
}

/** Tells the database of how many groups there are. By the tables' owner; no program may run beside it. */
export async function setShardGroups(db: Queryable, count: ShardGroupCount): Promise<void> {
  await db.query(`create or replace function ledger.shard_groups() returns integer language sql immutable parallel safe return ${count}`);
}

/** How many groups the database knows. */
export async function shardGroupsOf(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select ledger.shard_groups() as count');
  return Number(rows[0]?.count);
}

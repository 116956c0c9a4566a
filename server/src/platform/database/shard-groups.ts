import { setShardGroups, type ShardGroupCount, shardGroupsOf } from '@purser/ledger/shard-groups';
import pg from 'pg';

/** Tells the database of the number of groups that its programs are started with. As the owner of the tables, while no program runs. */
export async function settleShardGroups(url: string, count: ShardGroupCount): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser migrate' });
  await client.connect();
  try {
    if ((await shardGroupsOf(client)) !== count) await setShardGroups(client, count);
  } finally {
    await client.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseProxy } from '../../server/src/platform/testing/database-proxy.ts';

/** Whether a server tells anybody within a time that something was committed. */
export async function acknowledges(databaseUrl: string, withinMs: number): Promise<boolean> {
  const way = await DatabaseProxy.to(databaseUrl);
  const client = new pg.Client({ connectionString: way.through(databaseUrl) });
  client.on('error', () => {});
  await client.connect();
  const done = client.query('create table if not exists written_after_all ()').then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([done, sleep(withinMs).then(() => false)]);
  // It would wait for its standby for good.
  await way.close();
  await done;
  return answered;
}

import type pg from 'pg';

/** A setting of PostgreSQL 17 and later, by which its queue of notifications holds half a megabyte and not eight gigabytes. */
export const SMALL_NOTIFICATION_QUEUE = { max_notify_queue_pages: '64' };

/** Notifies a channel, on which somebody must listen, until PostgreSQL takes no more; the error that it then raises. */
export async function fillNotificationQueue(client: Pick<pg.Client | pg.Pool, 'query'>, channel: string): Promise<unknown> {
  for (let count = 0; count < 1_000; count += 1) {
    try {
      await client.query('select pg_notify($1, $2)', [channel, String(count).padEnd(7_900)]);
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

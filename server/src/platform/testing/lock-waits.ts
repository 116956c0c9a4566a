import { expect } from 'vitest';
import type { Tx } from '../database/tx.ts';
import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';

/** First in a transaction of a test's, which may be away from it for longer than a program may: whoever is to wait for it has to come first. */
export async function mayRest(tx: Pick<Tx, 'query'>): Promise<void> {
  await tx.query(`set local idle_in_transaction_session_timeout = '60s'`);
}

/** Until so many wait for locks in the test's own database: other tests work on the same server. */
export async function untilWaiting({ sql }: Pick<TestApp, 'sql'>, count = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await eventually(async () => expect((await sql(waiting)).length).toBeGreaterThanOrEqual(count));
}

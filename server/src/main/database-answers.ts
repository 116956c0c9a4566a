import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { unreachable } from '../platform/database/unreachable.ts';
import { Lasting } from '../platform/observe/lasting.ts';

const PATIENCE_MS = 60_000;

/** Waits for a database that is still starting, as after a power cut that took everything at once; for a minute, and then throws CannotStart. */
export async function databaseAnswers(url: string, log: Logger, patienceMs = PATIENCE_MS): Promise<void> {
  const lasting = new Lasting();
  for (const began = performance.now(); ;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() - began > patienceMs) throw unreachable(error);
      lasting.failed(error, () => log.info({ err: error }, 'the database does not answer yet'));
      await sleep(200);
    }
  }
}

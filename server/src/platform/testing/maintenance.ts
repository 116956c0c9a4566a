import { expect } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';

/** Closes the consoles at once, and waits until this process knows. */
export async function startMaintenance(app: TestApp, texts: Readonly<Record<string, string>> = {}): Promise<void> {
  await app.sql(`insert into maintenance (maintenance_id, starts_at, texts) values ($1, now() - interval '1 second', $2)`, [
    uuidv7(),
    texts,
  ]);
  await eventually(async () => expect(await app.platform.maintenance.isRunning()).toBe(true));
}

/** Ends whatever maintenance there is, and waits until this process knows. */
export async function endMaintenance(app: TestApp): Promise<void> {
  await app.sql('update maintenance set ended_at = clock_timestamp() where ended_at is null');
  await eventually(async () => expect(await app.platform.maintenance.isRunning()).toBe(false));
}

import { expect } from 'vitest';
import type { Platform } from '../platform.ts';

/** Runs a statement twenty times, one after the other and so on one connection, and expects that its plan was kept. */
export async function expectKeptPlan(platform: Platform, name: string, run: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 20; time += 1) await run(time);
  const { rows } = await platform.db.system.query<{ anew: string; kept: string }>(
    'select custom_plans as anew, generic_plans as kept from pg_prepared_statements where name = $1',
    [name],
  );
  expect(Number(rows[0]?.anew)).toBeLessThanOrEqual(5);
  expect(Number(rows[0]?.kept)).toBeGreaterThanOrEqual(10);
}

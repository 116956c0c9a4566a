import type { TestApp } from '../../../platform/testing/app.ts';

/** Puts an address on the block list. */
export async function blockAddress(app: TestApp, address: string): Promise<void> {
  await app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'Stolen', 1001, 'Ada')`, [address]);
}

import pg from 'pg';
import { type Verification, verifyAll } from '../proof/verify-all.ts';
import type { TestApp } from './app.ts';

/** What `ledger verify` finds amiss. */
export async function breaksOf({ ownerUrl, platform }: TestApp): Promise<Verification['breaks']> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await verifyAll(client, platform.secrets)).breaks;
  } finally {
    await client.end();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { transferQuery } from '@purser/contract/features/transfer';
import { Findings, type Seen } from './seen.ts';
import type { World } from './world.ts';

const HELD_MS = 8_000;
const POOL_HELD_MS = 8_000;

/** Holds what a statement locks for a time. */
async function hold({ owner }: World, lock: string, values: readonly unknown[], ms: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(lock, [...values]);
    await sleep(ms);
    await client.query('rollback');
  } finally {
    client.release();
  }
}

export async function accountIsLocked(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const merchantId = world.merchants[0]?.merchantId ?? 0;
  const from = performance.now();
  await hold(world, `select from ledger.account where owner_id = $1 and purpose = 'main' for update`, [merchantId], HELD_MS);
  findings.undisturbed('other merchants', { notMerchantId: merchantId }, from);
  const released = performance.now();
  await findings.untilServed({ merchantId }, released);
  findings.recovers('the merchant, afterwards', { merchantId }, released);
  findings.answersAreRight(from);
  return findings.result();
}

/** Reads that wait for a table take every connection of their pool; what needs another goes on. */
export async function poolIsExhausted(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  const holding = hold(world, 'lock table merchant_transfer in access exclusive mode', [], POOL_HELD_MS);
  await sleep(100);
  const api = [...world.programs.apis.values()][0] ?? '';
  const asked = Array.from({ length: 40 }, async (_, index) => {
    const merchant = world.merchants[index % world.merchants.length];
    const response = await fetch(api + transferQuery.path, {
      method: transferQuery.method,
      headers: { authorization: merchant?.token ?? '', 'content-type': 'application/json', language: 'en' },
      ...(transferQuery.method === 'POST' && { body: '{}' }),
    });
    return `${response.status}${response.headers.has('retry-after') ? ' with Retry-After' : ''}`;
  });
  const answers = new Set(await Promise.all(asked));
  const took = performance.now() - from;
  findings.note(`40 reads: ${[...answers].join(', ')}`, answers.size === 1 && answers.has('503 with Retry-After'));
  findings.note(`answered within ${(took / 1000).toFixed(1)} s`, took < POOL_HELD_MS);
  await holding;
  findings.undisturbed('payments', {}, from);
  findings.answersAreRight(from);
  return findings.result();
}

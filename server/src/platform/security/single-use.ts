import { createHash } from 'node:crypto';
import type { Queryable } from '@purser/ledger/accounts';

/**
 * Notes that something good for one use was used (a password message's nonce, a slider's challenge), until it
 * would have expired anyway. Answers false when it was used before, in whatever process. In a transaction it is used up if that commits.
 */
export async function useOnce(db: Queryable, kind: string, value: string, keptS: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into single_use (kind, digest, forget_at) values ($1, $2, now() + make_interval(secs => $3)) on conflict do nothing`,
    [kind, createHash('sha256').update(value).digest(), keptS],
  );
  return rowCount === 1;
}

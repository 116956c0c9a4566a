import type { VerificationStep } from '@purser/contract/features/ledger';
import type pg from 'pg';
import { type AccountCounts, verifyAccounts, verifyWhole } from './verify-accounts.ts';
import { verifyClearing } from './verify-crossings.ts';
import { verifyEntries } from './verify-entries.ts';
import { verifyHolds } from './verify-holds.ts';
import { verifyRunningTotals } from './verify-running-totals.ts';
import { verifyPostings } from './verify-postings.ts';
import { verifyReversals } from './verify-reversals.ts';
import { Findings, type LedgerBreak, reading } from './verify-reader.ts';
import { verifySeals } from './verify-seals.ts';

export type { LedgerBreak };

export interface LedgerVerification {
  readonly accounts: bigint;
  readonly postings: bigint;
  readonly entries: bigint;
  readonly coins: bigint;
  /** Entries that no seal covers yet: what was changed in them is found only as far as the other checks go. */
  readonly unsealed: bigint;
  readonly duration_ms: number;
  /** What does not hold; of each check the first hundred at most. Empty: everything holds. */
  readonly breaks: readonly LedgerBreak[];
}

export interface VerifyOptions {
  /** False for a ledger whose postings were not all planned by posting.ts, as in tests. */
  readonly planned?: boolean;
  /** How many entries are read at a time. */
  readonly entriesAtATime?: bigint;
  /** Collects what does not hold, also of a verification that is ended before it is through. */
  readonly findings?: Findings;
  /** Told as each part begins. */
  readonly onStep?: (step: VerificationStep) => void;
}

/**
 * Proves over all data that the ledger is whole, beside running traffic: every account up to the version it had when it was looked at,
 * every posting that is there when its turn comes. Reads in short transactions of bounded size, so that no snapshot is held. `key` is
 * the ledger's key. Needs a connection of the migrating role, or of the application's, outside of a transaction.
 */
export async function verifyLedger(
  client: pg.ClientBase,
  key: Buffer,
  { planned = true, entriesAtATime, findings = new Findings(), onStep = () => {} }: VerifyOptions = {},
): Promise<LedgerVerification> {
  const started = performance.now();
  const counts: AccountCounts = { accounts: 0n, unsealed: 0n };
  return reading(client, async (reader) => {
    let entries = 0n;
    onStep('accounts');
    for await (const page of verifyAccounts(reader, findings, counts))
      entries += await verifyEntries(reader, page, findings, entriesAtATime);
    await verifyHolds(reader, findings);
    onStep('postings');
    const postings = await verifyPostings(reader, key, { planned }, findings);
    if (planned) await verifyReversals(reader, findings);
    onStep('statistics');
    await verifyRunningTotals(reader, findings);
    onStep('seals');
    await verifySeals(reader, key, findings);
    await verifyWhole(reader, findings);
    await verifyClearing(reader, findings);
    const coins = await reader.query<{ coins: string }>('select count(distinct coin)::text as coins from ledger.account');
    return {
      ...counts,
      postings,
      entries,
      coins: BigInt(coins.rows[0]?.coins ?? 0),
      duration_ms: performance.now() - started,
      breaks: findings.breaks,
    };
  });
}

import type pg from 'pg';
import { expect } from 'vitest';
import { accountText } from '../account.ts';
import type { Posting } from '../posting.ts';
import { isRetryable, postBatch, type PostingResult } from '../store.ts';
import { KEY } from './bank.ts';
import { type Expected, idText, type ModelLedger, told } from './model.ts';

/** A batch that one lane is to post. */
export interface Batch {
  /** As they are asked for. */
  readonly wanted: readonly Posting[];
  /** As they are made in the batch's slot. */
  readonly postings: readonly Posting[];
  readonly slot: number;
  readonly skipLocked: boolean;
}

/** A batch that was committed, and when: by a counter over all lanes. */
interface Run extends Batch, Attempt {
  readonly results: readonly PostingResult[];
  readonly answered: number;
  /** Just before its commit was sent: it still held all its locks. */
  readonly committing: number;
}

/** From when to when a transaction may have held accounts, whether it was committed or not. */
interface Attempt {
  readonly postings: readonly Posting[];
  readonly asked: number;
  readonly ended: number;
}

export interface History {
  readonly runs: readonly Run[];
  readonly attempts: readonly Attempt[];
}

/** Posts each lane's batches one after the other, all lanes at the same time, each over a connection of its own. */
export async function runLanes(pool: pg.Pool, lanes: readonly (readonly Batch[])[]): Promise<History> {
  const history = { runs: [] as Run[], attempts: [] as Attempt[], time: 0 };
  const ran = await Promise.allSettled(
    lanes.map(async (batches) => {
      const client = await pool.connect();
      try {
        for (const batch of batches) while (!(await attempt(client, batch, history)));
      } finally {
        client.release();
      }
    }),
  );
  for (const lane of ran) if (lane.status === 'rejected') throw lane.reason;
  return history;
}

/** True when the batch was committed; false when it lost a race and is to be tried again. */
async function attempt(client: pg.PoolClient, batch: Batch, history: { runs: Run[]; attempts: Attempt[]; time: number }): Promise<boolean> {
  const now = () => (history.time += 1);
  const { wanted, postings, slot, skipLocked } = batch;
  await client.query('begin');
  const asked = now();
  try {
    const results = await postBatch(client, KEY, wanted, { skipLocked, slot });
    const answered = now();
    const committing = now();
    await client.query('commit');
    const run = { ...batch, results, asked, answered, committing, ended: now() };
    history.runs.push(run);
    history.attempts.push(run);
    return true;
  } catch (error) {
    await client.query('rollback');
    if (!isRetryable(error)) throw error;
    history.attempts.push({ postings, asked, ended: now() });
    return false;
  }
}

const DECIDED_BY_ACCOUNTS = ['posted', 'late', 'account_missing', 'insufficient', 'overflow'];

/**
 * Every result must be what the model says when it posts the batches one after the other. Two batches that name one account take turns
 * on its lock, so the order in which they sent their commits is the order in which they happened. What a batch skipped because another
 * held it must have been held.
 */
export function explain(history: History, model: ModelLedger): void {
  const makers = new Map<string, Run>();
  for (const run of [...history.runs].sort((one, other) => one.committing - other.committing)) {
    const expected = run.postings.map((posting, i): Expected => {
      const result = run.results[i] as PostingResult;
      const maker = makers.get(idText(posting));
      const wasMaking = run.skipLocked && maker !== undefined && maker.ended > run.asked;
      if (result.outcome === 'locked') {
        assertHeld(result.account, run, posting, history);
        const { outcome } = model.judge(posting);
        const byAccounts = model.isMalformedByHolds(posting) ? ['malformed'] : DECIDED_BY_ACCOUNTS;
        expect(wasMaking ? ['replayed', 'content_mismatch'] : byAccounts).toContain(outcome);
        return told(result);
      }
      // It did not wait for the one who was making this id with other content.
      if (wasMaking && result.outcome === 'malformed') return { outcome: model.isMalformed(posting) ? 'malformed' : 'posted' };
      return model.post(posting);
    });
    expect(run.results.map(told)).toEqual(expected);
    run.postings.forEach((posting, i) => run.results[i]?.outcome === 'posted' && makers.set(idText(posting), run));
  }
}

function assertHeld(account: Posting['legs'][number]['account'], run: Run, posting: Posting, { attempts }: History): void {
  const text = accountText(account);
  const names = (one: Posting) => one.legs.some((leg) => accountText(leg.account) === text);
  expect([run.skipLocked, names(posting)]).toEqual([true, true]);
  const holders = attempts.filter((one) => one !== run && one.asked < run.answered && one.ended > run.asked && one.postings.some(names));
  expect(holders.length, `${text} was skipped, yet nobody held it`).toBeGreaterThan(0);
  // What was skipped was not changed by another posting of the batch either.
  expect(run.postings.some((one, i) => run.results[i]?.outcome === 'posted' && names(one))).toBe(false);
}

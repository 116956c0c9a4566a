import { join } from 'node:path';
import type { VerificationStep } from '@purser/contract/features/ledger';
import { Findings } from '@purser/ledger/verify-reader';
import { type Job, job } from '../../platform/commands/job-queue.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { sealEverything, stateCheckpoint } from '../../platform/proof/checkpoint.ts';
import { defaultFile, newestCheckpoint, previousOf, writeCheckpoint } from '../../platform/proof/checkpoint-file.ts';
import {
  beginRun,
  bounded,
  checkpointResultOf,
  type Ended,
  endRun,
  TimeOver,
  verificationResultOf,
} from '../../platform/proof/ledger-runs.ts';
import { verifyAll } from '../../platform/proof/verify-all.ts';
import { LEDGER_RUN } from './runs.ts';

/** A job has a minute. What is not verified by then is left to the command, which has as long as it takes. */
const LONGEST_MS = 45_000;

/** What the worker does with the ledger when staff ask for it. Where it has no login for that, this waits for a worker that has. */
export function ledgerRunJobs(platform: Platform, longestMs = LONGEST_MS): Job[] {
  if (platform.operator.warning !== undefined) return [];
  return [
    job<{ run_id: string }>({
      ...LEDGER_RUN,
      run: async ({ run_id }, { signal, isLastAttempt }) => {
        const kind = await beginRun(platform.operator.db, run_id);
        if (kind === undefined) return;
        const until = performance.now() + longestMs;
        const isOver = (): boolean => signal.aborted || performance.now() >= until;
        try {
          const ended = kind === 'verification' ? await verify(platform, run_id, isOver) : await checkpoint(platform, isOver);
          await endRun(platform.operator.db, run_id, ended);
        } catch (error) {
          if (isLastAttempt) await endRun(platform.operator.db, run_id, { state: 'failed', result: null });
          throw error;
        }
      },
    }) as Job,
  ];
}

/** Where the worker keeps the checkpoints that it makes, as the command does unless it is told otherwise. */
function folderOf({ settings }: Platform): string {
  return join(settings.dataFolder, 'checkpoints');
}

async function verify(platform: Platform, runId: string, isOver: () => boolean): Promise<Ended> {
  const { operator, secrets } = platform;
  const findings = new Findings();
  const found = await newestCheckpoint(folderOf(platform), secrets, findings);
  const started = performance.now();
  let noted = Promise.resolve();
  const onStep = (step: VerificationStep): void => {
    noted = noted.then(() => noteStep(operator.db, runId, step));
  };
  try {
    const whole = await bounded(operator.db, isOver, (client) => verifyAll(client, secrets, found?.checkpoint, { findings, onStep }));
    return { state: 'done', result: verificationResultOf(whole, found?.checkpoint) };
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    const soFar = { accounts: 0n, postings: 0n, entries: 0n, auditEntries: 0n, unsealed: 0n };
    const partly = { ...soFar, duration_ms: performance.now() - started, breaks: findings.breaks };
    return { state: 'stopped', result: verificationResultOf(partly, found?.checkpoint) };
  } finally {
    await noted;
  }
}

async function noteStep({ system }: Database, runId: string, step: VerificationStep): Promise<void> {
  // What it is at is only told; the verification goes on without.
  await system.query(`update ledger_run set step = $2 where run_id = $1`, [runId, step]).catch(() => {});
}

async function checkpoint(platform: Platform, isOver: () => boolean): Promise<Ended> {
  const { db, operator, secrets } = platform;
  const file = defaultFile(folderOf(platform));
  try {
    await bounded(db, isOver, (client) => sealEverything(client, secrets));
    const previous = await previousOf(file, secrets);
    const signed = await bounded(operator.db, isOver, (client) => stateCheckpoint(client, secrets, previous));
    await writeCheckpoint(file, signed);
    return { state: 'done', result: checkpointResultOf(signed, file) };
  } catch (error) {
    if (error instanceof TimeOver) return { state: 'stopped', result: null };
    throw error;
  }
}

import { hostname } from 'node:os';
import type { checkpointResult, LEDGER_RUN_KINDS, statementResult, verificationResult } from '@purser/contract/features/ledger';
import type { Queryable } from '@purser/ledger/accounts';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { addJob, type JobKind } from '../commands/job-queue.ts';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import type { Platform } from '../platform.ts';
import { type Checkpoint, fingerprint, type SignedCheckpoint } from './checkpoint.ts';
import type { Verification } from './verify-all.ts';

export type VerificationResult = z.output<typeof verificationResult>;
export type CheckpointResult = z.output<typeof checkpointResult>;
type StatementResult = z.output<typeof statementResult>;
export type LedgerRunKind = (typeof LEDGER_RUN_KINDS)[number];

type RunResult = VerificationResult | CheckpointResult | StatementResult;

/** A job that does a run. It looks at the run's row, so doing it again is harmless. */
export function runJobKind(name: string): JobKind<{ run_id: string }> {
  return { name, payload: z.strictObject({ run_id: z.uuid() }), maxAttempts: 3 };
}

/** A run that has not ended after so long lost its worker for good: another may be asked for. */
const LOST_AFTER_MIN = 15;

/** Enters that a member of staff asks for a run, with its job. There is one of a kind at a time: refuses with ledger_work_under_way. */
export async function enterRun(
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  { kind, job, staffId }: { readonly kind: LedgerRunKind; readonly job: JobKind<{ run_id: string }>; readonly staffId: number },
): Promise<{ run_id: string }> {
  await tx.query(
    `update ledger_run set state = 'failed', finished_at = now()
     where kind = $1 and state in ('waiting', 'running') and created_at < now() - make_interval(mins => $2)`,
    [kind, LOST_AFTER_MIN],
  );
  const run_id = uuidv7();
  const { rowCount } = await tx.query(
    `insert into ledger_run (run_id, kind, asked_by) values ($1, $2, $3)
     on conflict (kind) where state in ('waiting', 'running') and asked_by is not null do nothing`,
    [run_id, kind, staffId],
  );
  if (rowCount === 0) throw refuse('ledger_work_under_way');
  await addJob(tx, secrets, job, { run_id }, `ledger run ${run_id}`);
  return { run_id };
}

/** How a run ended. `stopped`: its time was over. */
export interface Ended {
  readonly state: 'done' | 'stopped' | 'failed';
  readonly result: RunResult | null;
}

/** What kind of run it is, which is under way from now on; undefined where it has ended already. */
export async function beginRun({ system }: Database, runId: string): Promise<LedgerRunKind | undefined> {
  const { rows } = await system.query<{ kind: LedgerRunKind }>(
    `update ledger_run set state = 'running' where run_id = $1 and state in ('waiting', 'running') returning kind`,
    [runId],
  );
  return rows[0]?.kind;
}

export async function endRun({ system }: Database, runId: string, { state, result }: Ended): Promise<void> {
  await system.query(
    `update ledger_run set state = $2, result = $3, finished_at = now() where run_id = $1 and state in ('waiting', 'running')`,
    [runId, state, result === null ? null : JSON.stringify(result)],
  );
}

/** The time that a job may take is over. */
export class TimeOver extends Error {}

/** Works on a connection that asks nothing more once the time is over. Its settings may then not be what they were, so it leaves the pool. */
export async function bounded<Result>(
  { system }: Pick<Database, 'system'>,
  isOver: () => boolean,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await system.connect();
  let broken: Error | undefined;
  try {
    return await work(endingWhen(isOver, client));
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** What proves the ledger reads whole numbers as texts, as a plain driver gives them; connections of pools give bigints. */
function endingWhen(isOver: () => boolean, client: pg.ClientBase): pg.ClientBase {
  const query = (text: string, values?: unknown[]): unknown =>
    isOver() ? Promise.reject(new TimeOver()) : client.query({ text, ...(values && { values }), types: pg.types });
  return Object.create(client, { query: { value: query } }) as pg.ClientBase;
}

/** What is kept of a verification. */
export function verificationResultOf(found: Omit<Verification, 'coins'>, comparedWith: Checkpoint | undefined): VerificationResult {
  return {
    accounts: Number(found.accounts),
    postings: Number(found.postings),
    entries: Number(found.entries),
    audit_entries: Number(found.auditEntries),
    unsealed: Number(found.unsealed),
    duration_ms: Math.round(found.duration_ms),
    breaks: found.breaks.map(({ check, where, found: what }) => ({ check, where, found: what })),
    compared_with: comparedWith?.made_at ?? null,
  };
}

/** What is kept of a checkpoint: the file itself is elsewhere. */
export function checkpointResultOf(signed: SignedCheckpoint, file: string): CheckpointResult {
  const { made_at, ledger } = JSON.parse(signed.statement) as Checkpoint;
  return {
    made_at,
    round: ledger.round,
    entries: ledger.entries,
    postings: ledger.postings,
    place: `${hostname()}:${file}`,
    fingerprint: fingerprint(signed),
    public_key: signed.public_key.trim(),
  };
}

/** Notes what a command has done, by a connection of the tables' owner. */
export async function noteCommand(db: Queryable, kind: LedgerRunKind, result: RunResult): Promise<void> {
  await db.query(`insert into ledger_run (run_id, kind, state, result, finished_at) values ($1, $2, 'done', $3, now())`, [
    uuidv7(),
    kind,
    JSON.stringify(result),
  ]);
}

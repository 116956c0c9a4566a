import type { OutputOf } from '@purser/contract/call';
import { type ledgerCheckpoint, ledgerRunQuery, type ledgerVerify } from '@purser/contract/features/ledger';
import { deciderShown, type StaffNames, staffNames } from '../../domain/staff-name.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list, type WireRow } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { enterRun, runJobKind } from '../../platform/proof/ledger-runs.ts';

type Asked = OutputOf<typeof ledgerVerify> & OutputOf<typeof ledgerCheckpoint>;

/** The job that verifies the ledger or makes a checkpoint. */
export const LEDGER_RUN = runJobKind('ledger-run');

/** Asks the worker for a run. */
export function askForRun(platform: Platform, kind: 'verification' | 'checkpoint', context: StaffContext): Promise<Asked | Answer<Asked>> {
  return keyedWrite<Asked>(platform, context, {
    whose: 'provider',
    act: (tx) => enterRun(tx, platform, { kind, job: LEDGER_RUN, staffId: context.staffId }),
    audit: ({ run_id }) => ({ action: kind === 'verification' ? 'ledger.verify' : 'ledger.checkpoint', details: { run_id } }),
  });
}

type Row = WireRow<typeof ledgerRunQuery>;

/** Verifications, checkpoints and statements of what is owed, by button and by command. */
export const runs = list(ledgerRunQuery, {
  from: 'ledger_run',
  owner: 'run_id',
  key: 'run_id',
  keyed: 'uuidv7',
  columns: {
    create_time: 'created_at',
    finish_time: 'finished_at',
    asked_by: ({ asked_by }, staff: StaffNames) => deciderShown(asked_by, { staff }),
    verification: ({ kind, result }) => (kind === 'verification' ? (result as Row['verification']) : null),
    checkpoint: ({ kind, result }) => (kind === 'checkpoint' ? (result as Row['checkpoint']) : null),
    statement: ({ kind, result }) => (kind === 'statement' ? (result as Row['statement']) : null),
  },
  beside: (db, rows) =>
    staffNames(
      db,
      rows.map(({ asked_by }) => asked_by),
    ),
});

export const runsFile = exportFile(ledgerRunQuery, {
  name: 'ledger-runs',
  title: 'ledgerRuns',
  titles: { create_time: 'begin_time' },
  columns: {
    create_time: 24,
    kind: 20,
    state: { width: 18, of: (row, t) => t(`run_state.${stateOf(row)}`) },
    breaks: { width: 12, kind: 'number', of: ({ verification }) => verification?.breaks.length ?? null },
    asked_by: { width: 20, of: ({ asked_by }, t) => asked_by?.name ?? t('asked_by.command') },
    finish_time: 24,
    place: { width: 40, of: ({ checkpoint }) => checkpoint?.place ?? null },
    fingerprint: { width: 70, of: ({ checkpoint }) => checkpoint?.fingerprint ?? null },
  },
});

/** How a run stands: what a verification found counts more than that it is done. */
function stateOf({ state, verification }: Pick<Row, 'state' | 'verification'>): Row['state'] | 'whole' | 'broken' {
  if (verification && verification.breaks.length > 0) return 'broken';
  return state === 'done' && verification ? 'whole' : state;
}

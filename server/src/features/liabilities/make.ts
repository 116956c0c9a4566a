import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffLiabilityMake } from '@purser/contract/features/liabilities';
import { type Job, job } from '../../platform/commands/job-queue.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginRun, bounded, endRun, enterRun, runJobKind, TimeOver } from '../../platform/proof/ledger-runs.ts';
import { attest } from './attest.ts';

type Asked = OutputOf<typeof staffLiabilityMake>;

/** A job has a minute. What takes longer is left to the command, which has as long as it takes. */
const LONGEST_MS = 45_000;
const STATE_LIABILITIES = runJobKind('state-liabilities');

/** Asks the worker for a statement of what is owed. */
export function askForStatement(
  platform: Platform,
  input: ParsedInputOf<typeof staffLiabilityMake>,
  context: StaffContext,
): Promise<Asked | Answer<Asked>> {
  return confirmedWrite<Asked>(platform, input, context, {
    whose: 'provider',
    act: (tx) => enterRun(tx, platform, { kind: 'statement', job: STATE_LIABILITIES, staffId: context.staffId }),
    audit: ({ run_id }) => ({ action: 'ledger.liabilities', details: { run_id } }),
  });
}

/** What the worker does when staff ask for a statement. Whatever goes wrong, nothing is published then; where it has no login for that, this waits for one that has. */
export function liabilityJobs({ operator, secrets }: Platform, longestMs = LONGEST_MS): Job[] {
  if (operator.warning !== undefined) return [];
  return [
    job<{ run_id: string }>({
      ...STATE_LIABILITIES,
      run: async ({ run_id }, { signal, isLastAttempt }) => {
        if ((await beginRun(operator.db, run_id)) === undefined) return;
        const until = performance.now() + longestMs;
        try {
          const { statement_id, made_at } = await bounded(
            operator.db,
            () => signal.aborted || performance.now() >= until,
            (client) => attest(client, secrets),
          );
          await endRun(operator.db, run_id, { state: 'done', result: { statement_id, made_at } });
        } catch (error) {
          if (error instanceof TimeOver) return endRun(operator.db, run_id, { state: 'stopped', result: null });
          if (isLastAttempt) await endRun(operator.db, run_id, { state: 'failed', result: null });
          throw error;
        }
      },
    }) as Job,
  ];
}

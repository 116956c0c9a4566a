import type { MessageProblem } from '@purser/contract/features/message';
import type { MessageState } from '@purser/contract/message-kinds';
import { SEND_MESSAGE, SEND_TEXT, type SendPayload } from '../../domain/message.ts';
import { type Job, job, JobFailure } from '../../platform/commands/job-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { SendFailure } from './send-failure.ts';
import { Sender } from './send.ts';

/** What the worker does with messages. */
export function messageJobs(platform: Platform, sender = new Sender(platform)): Job[] {
  const run: Job<SendPayload>['run'] = async (message, { isLastAttempt, signal }) => {
    const due = await stateOf(platform, message);
    // Sent, and then this worker's predecessor died before it could end the job.
    if (due === undefined || due.state === 'sent') return;
    if (due.expired) return settle(platform, message, { state: 'given_up', problem: 'expired' });
    try {
      await sender.send(message, signal);
    } catch (error) {
      const failure = error instanceof SendFailure ? error : new SendFailure('unexpected');
      await settle(platform, message, {
        state: stateAfter(failure, isLastAttempt),
        problem: failure.problem,
        replyCode: failure.replyCode,
      });
      if (!(error instanceof SendFailure)) throw error;
      throw new JobFailure([failure.problem, failure.replyCode ?? ''].join(' ').trim(), { final: failure.final });
    }
    await settle(platform, message, { state: 'sent', problem: null });
  };
  return [SEND_MESSAGE, SEND_TEXT].map((kind) => job<SendPayload>({ ...kind, run }) as Job);
}

function stateAfter({ problem, final }: SendFailure, isLastAttempt: boolean): MessageState {
  if (final || isLastAttempt) return 'given_up';
  return problem === 'no_provider' ? 'waiting' : 'failed';
}

async function stateOf(
  { db }: Platform,
  { owner_id, message_id }: SendPayload,
): Promise<{ state: MessageState; expired: boolean } | undefined> {
  const { rows } = await db.system.query<{ state: MessageState; expired: boolean }>(
    'select state, expire_time <= now() as expired from message where owner_id = $1 and message_id = $2',
    [owner_id, message_id],
  );
  return rows[0];
}

interface Settled {
  readonly state: MessageState;
  readonly problem: MessageProblem | null;
  readonly replyCode?: number | null;
}

/** Writes down how an attempt ended. Waiting for a provider is no attempt. */
async function settle(
  { db }: Platform,
  { owner_id, message_id }: SendPayload,
  { state, problem, replyCode = null }: Settled,
): Promise<void> {
  await db.system.query(
    `update message set state = $3, problem = $4, reply_code = $5, attempts = attempts + ($4 is distinct from 'no_provider' and $4 is distinct from 'expired')::int,
       update_time = date_trunc('milliseconds', now())
     where owner_id = $1 and message_id = $2`,
    [owner_id, message_id, state, problem, replyCode],
  );
}

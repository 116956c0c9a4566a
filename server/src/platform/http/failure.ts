import type { FastifyBaseLogger } from 'fastify';
import { StorageAway } from '../files/file-storage.ts';
import { isDatabaseAway } from '../database/database.ts';
import { refuse, Refusal } from './refusal.ts';

/** What a call or page that failed is answered with: its refusal, or that it may be tried again, or that the fault is ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageAway) return refuse('file_storage_away');
  return refuse(isDatabaseAway(error) ? 'not_ready' : 'internal');
}

/** After how many seconds asking again makes sense; undefined where time alone changes nothing. */
export function retryAfterS({ outcome, values }: Refusal): string | undefined {
  switch (outcome) {
    case 'too_many_requests':
      return String(values['seconds']);
    case 'busy':
    case 'face_busy':
    case 'not_ready':
    case 'outcome_unknown':
    case 'too_late':
      return '1';
    default:
      return undefined;
  }
}

/** Our faults are logged whole and told to nobody; a database that is away is no fault, yet somebody should look. */
export function logFailure(log: Pick<FastifyBaseLogger, 'debug' | 'warn' | 'error'>, error: unknown): void {
  if (error instanceof Refusal) {
    if (error.cause === undefined) log.debug({ outcome: error.outcome }, 'refused');
    else log.warn({ err: error.cause, outcome: error.outcome }, 'refused');
  } else if (error instanceof StorageAway) log.error({ err: error }, 'files cannot be kept or read');
  else if (isDatabaseAway(error)) log.warn({ err: error }, 'the database is away');
  else log.error({ err: error }, 'a call failed');
}

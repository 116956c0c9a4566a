import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { countLinkPayments } from './totals.ts';

/** What keeps ready how often links were paid. */
export function paymentLinkJobs({ db }: Platform): PeriodicJob[] {
  return [{ name: 'count-link-payments', everyMs: 10_000, run: () => countLinkPayments(db) }];
}

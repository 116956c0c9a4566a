import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { countTurnover } from './turnover.ts';

/** What keeps the figures of the overview ready. */
export function overviewJobs({ db }: Platform): PeriodicJob[] {
  return [{ name: 'count-turnover', everyMs: 10_000, run: () => countTurnover(db) }];
}

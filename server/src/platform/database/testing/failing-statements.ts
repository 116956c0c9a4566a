import pg from 'pg';
import { vi } from 'vitest';

/**
 * Lets statements that begin so fail with a state of SQL, the first `times` of them, while their connection lives and everything sent behind them
 * runs; until `vi.restoreAllMocks()`. What hits a statement of some microseconds once in a million times, as a cancel does, is tried like this.
 */
export function failStatements(beginning: string, state: string, times = Infinity): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...[asked, ...others]: unknown[]) {
    const fails = (asked as { text?: string }).text?.startsWith(beginning) === true && (times -= 1) >= 0;
    const text = `do $$ begin raise sqlstate '${state}'; end $$`;
    return query.call(this, fails ? { ...(asked as object), text } : asked, ...others) as never;
  });
}

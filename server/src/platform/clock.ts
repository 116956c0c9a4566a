import { performance } from 'node:perf_hooks';
import type { Database } from './database.ts';

const MEASURED_EVERY_MS = 5_000;
/** An answer that took longer says too little about when the database looked at its clock. */
const SLOWEST_USEFUL_ANSWER_MS = 1_000;

/**
 * The database's clock, the one clock for every decision about money and codes. This process's own wall clock may be wrong, or be
 * set while it runs: the database's time is carried from one measurement to the next by the monotonic clock, which also goes on
 * while the process is stopped.
 */
export class DatabaseClock {
  readonly #db: Pick<Database, 'system'>;
  /** The database's time minus the monotonic clock's, in milliseconds; until it is measured, the wall clock's. */
  #offsetMs = Date.now() - performance.now();
  #measured = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Pick<Database, 'system'>) {
    this.#db = db;
  }

  /** Measures once, and from then on every few seconds until closed. Rejects when the database cannot be asked now. */
  async start(): Promise<void> {
    await this.measure();
    this.#timer = setInterval(() => void this.measure().catch(() => {}), MEASURED_EVERY_MS).unref();
  }

  /** The database's time now, in milliseconds since 1970; wrong by half of a measurement's way there and back at the most. */
  nowMs(): number {
    return this.#offsetMs + performance.now();
  }

  now(): Date {
    return new Date(this.nowMs());
  }

  /** How far this process's wall clock is ahead of the database's, in milliseconds; negative when it is behind. */
  get skewMs(): number {
    return Date.now() - this.nowMs();
  }

  async measure(): Promise<void> {
    const asked = performance.now();
    const { rows } = await this.#db.system.query<{ now_ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms',
    );
    const answered = performance.now();
    const [row] = rows;
    if (!row || (this.#measured && answered - asked > SLOWEST_USEFUL_ANSWER_MS)) return;
    this.#offsetMs = row.now_ms - (asked + answered) / 2;
    this.#measured = true;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

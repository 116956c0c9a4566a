import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

const MEASURED_EVERY_MS = 5_000;
const MEASURED_AT_START = 3;
const REMEMBERED = 8;
/** An answer that took longer says too little about when the database looked at its clock. */
const SLOWEST_USEFUL_ANSWER_MS = 1_000;
/** How far two clocks of ordinary machines drift apart in a millisecond: what a measurement loses in trust as it ages. */
const DRIFT = 0.000_2;
/** A wall clock that is further off than this is told; it is right again when it is closer than half of this. */
const TOLD_SKEW_MS = 2_000;

interface Measurement {
  /** The database's time minus the monotonic clock's. */
  readonly offsetMs: number;
  /** Half of the way there and back: the offset is wrong by this at the most. */
  readonly errorMs: number;
  /** By the monotonic clock. */
  readonly takenAtMs: number;
}

/**
 * The database's clock, the one clock for every decision about money and codes. This process's own wall clock may be wrong, or be
 * set while it runs: the database's time is carried from one measurement to the next by the monotonic clock, which also goes on
 * while the process is stopped. Of the last measurements the one that can be wrong by the least counts, so that a slow answer of
 * the database, or a process that was stopped while it waited for one, spoils nothing.
 */
export class DatabaseClock {
  readonly #db: Pick<Database, 'system'>;
  readonly #log: Pick<Logger, 'warn' | 'info'> | undefined;
  /** The newest last. */
  #measurements: readonly Measurement[] = [];
  /** The database's time minus the monotonic clock's, in milliseconds; until it is measured, the wall clock's. */
  #offsetMs = Date.now() - performance.now();
  #toldSkewed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Pick<Database, 'system'>, log?: Pick<Logger, 'warn' | 'info'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Measures a few times, and from then on every few seconds until closed. Rejects when the database cannot be asked now. */
  async start(): Promise<void> {
    for (let n = 0; n < MEASURED_AT_START; n += 1) await this.measure();
    this.#timer = setInterval(() => void this.measure().catch(() => {}), MEASURED_EVERY_MS).unref();
  }

  /** The database's time now, in milliseconds since 1970; wrong by half of a measurement's way there and back at the most. */
  nowMs(): number {
    return this.#offsetMs + performance.now();
  }

  now(): Date {
    return new Date(this.nowMs());
  }

  /** The database's time so many seconds from now. */
  inS(seconds: number): Date {
    return new Date(this.nowMs() + seconds * 1000);
  }

  /** How far this process's wall clock is ahead of the database's, in milliseconds; negative when it is behind. */
  get skewMs(): number {
    return Date.now() - this.nowMs();
  }

  /** What an operator should be told of the wall clock; nothing while it is about right. */
  get warning(): string | undefined {
    const skewS = this.skewMs / 1000;
    if (Math.abs(skewS) * 1000 <= TOLD_SKEW_MS) return undefined;
    const direction = skewS > 0 ? 'ahead of' : 'behind';
    return `the wall clock of this machine is ${Math.abs(skewS).toFixed(1)} s ${direction} the database's`;
  }

  async measure(): Promise<void> {
    const asked = performance.now();
    const { rows } = await this.#db.system.query<{ now_ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms',
    );
    const answered = performance.now();
    const [row] = rows;
    if (!row) return;
    this.#take({ offsetMs: row.now_ms - (asked + answered) / 2, errorMs: (answered - asked) / 2, takenAtMs: answered });
    this.#tellSkew();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #take(latest: Measurement): void {
    if (this.#measurements.length > 0 && latest.errorMs * 2 > SLOWEST_USEFUL_ANSWER_MS) return;
    // What contradicts the latest one is no longer true: the database's clock was set, or this machine slept.
    const errorOf = ({ errorMs, takenAtMs }: Measurement) => errorMs + (latest.takenAtMs - takenAtMs) * DRIFT;
    const agreeing = this.#measurements.filter(
      (earlier) => Math.abs(earlier.offsetMs - latest.offsetMs) <= errorOf(earlier) + latest.errorMs,
    );
    this.#measurements = [...agreeing, latest].slice(-REMEMBERED);
    this.#offsetMs = this.#measurements.reduce((best, other) => (errorOf(other) < errorOf(best) ? other : best)).offsetMs;
  }

  /** Told once when it begins and once when it is over. */
  #tellSkew(): void {
    const skewS = Math.round(this.skewMs) / 1000;
    if (!this.#toldSkewed && this.warning !== undefined) {
      this.#toldSkewed = true;
      this.#log?.warn({ skewS }, `${this.warning}; decisions go by the database's`);
    } else if (this.#toldSkewed && Math.abs(skewS) * 1000 < TOLD_SKEW_MS / 2) {
      this.#toldSkewed = false;
      this.#log?.info({ skewS }, 'the wall clock of this machine is right again');
    }
  }
}

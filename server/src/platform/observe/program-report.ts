import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { PROGRAM_KINDS, ProgramFacts } from '@purser/contract/features/overview';
import { CONSOLE_VERSION } from '@purser/contract/version';
import { uuidv7 } from 'uuidv7';
import { jobFigures } from '../commands/job-queue.ts';
import type { JobHealth } from '../commands/jobs.ts';
import { STUCK_AFTER_MS } from '../database/under-way.ts';
import type { Platform } from '../platform.ts';

const REPORT_EVERY_MS = 5_000;
/** The event loop is asked so often whether it is late; what is measured holds this time as well. */
const LOOP_ASKED_EVERY_MS = 20;
/** The last report is tried for so long; a program that is told to stop does not wait for a database that is away. */
const FAREWELL_MS = 1_000;

interface Reporting {
  readonly kind: (typeof PROGRAM_KINDS)[number];
  /** Of a worker or a watcher: how what it does again and again is doing. */
  readonly jobs?: () => readonly JobHealth[];
  /** Of a worker: what it has found of money that is held. */
  readonly holds?: () => ProgramFacts['holds'];
}

/**
 * Tells the database every few seconds how this program is doing, in its row of `program`: staff see all programs there, whichever api
 * answers them. A program that is closed takes its row away; one that is killed leaves it, and is seen to be silent.
 */
export class ProgramReport {
  readonly #platform: Platform;
  readonly #reporting: Reporting;
  readonly #id = uuidv7();
  readonly #startedAt: Date;
  readonly #loopDelay = monitorEventLoopDelay({ resolution: LOOP_ASKED_EVERY_MS });
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> | undefined;

  private constructor(platform: Platform, reporting: Reporting) {
    this.#platform = platform;
    this.#reporting = reporting;
    this.#startedAt = platform.clock.now();
  }

  /** Begins to tell; the platform must have been started. */
  static start(platform: Platform, reporting: Reporting): ProgramReport {
    const report = new ProgramReport(platform, reporting);
    report.#loopDelay.enable();
    const turn = (): void => {
      report.#telling ??= report.#tell().finally(() => (report.#telling = undefined));
    };
    turn();
    report.#timer = setInterval(turn, REPORT_EVERY_MS).unref();
    return report;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#loopDelay.disable();
    await this.#telling;
    const farewell = { text: 'delete from program where program_id = $1', values: [this.#id], query_timeout: FAREWELL_MS };
    await this.#platform.db.system.query(farewell).catch(() => {});
  }

  async #tell(): Promise<void> {
    const { db, log } = this.#platform;
    try {
      const { rows } = await db.system.query<{ writes: boolean }>(`select current_setting('transaction_read_only') = 'off' as writes`);
      if (rows[0]?.writes === true) await this.#write();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn({ err: error }, 'this program could not tell how it is doing');
      this.#isFailing = true;
    }
  }

  async #write(): Promise<void> {
    await this.#platform.db.system.query(
      `insert into program (program_id, kind, host, version, started_at, facts) values ($1, $2, $3, $4, $5, $6)
       on conflict (program_id) do update set told_at = clock_timestamp(), facts = excluded.facts`,
      [this.#id, this.#reporting.kind, hostname(), CONSOLE_VERSION, this.#startedAt, JSON.stringify(await this.#facts())],
    );
  }

  async #facts(): Promise<ProgramFacts> {
    const { clock, connections, db, loginOwnsTables, metrics, operator, streams } = this.#platform;
    const { kind, jobs, holds } = this.#reporting;
    const stuck = [...db.underWay.ages()].filter(([, ageMs]) => ageMs > STUCK_AFTER_MS);
    const delayMs = this.#loopDelay.percentile(99) / 1_000_000 - LOOP_ASKED_EVERY_MS;
    this.#loopDelay.reset();
    return {
      skew_ms: Math.round(clock.skewMs),
      memory_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
      loop_delay_ms: Math.max(0, Math.round(delayMs)),
      connections: connections.open,
      event_streams: streams.count,
      login_owns_tables: loginOwnsTables,
      lacks_operator_login: operator.warning !== undefined,
      stuck_s: Object.fromEntries(stuck.map(([name, ageMs]) => [name, Math.round(ageMs / 100) / 10])),
      commands_waiting: metrics.commandsWaiting,
      jobs: (jobs?.() ?? []).map(({ name, everyMs, doneAgoMs, failingForMs }) => ({
        name,
        every_s: everyMs / 1000,
        done_s_ago: inSeconds(doneAgoMs),
        failing_for_s: inSeconds(failingForMs),
      })),
      jobs_given_up: kind === 'worker' ? (await jobFigures(db)).given_up : null,
      holds: holds?.() ?? null,
    };
  }
}

function inSeconds(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms / 1000);
}

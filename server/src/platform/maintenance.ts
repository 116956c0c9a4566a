import type { MaintenanceNotice } from '@purser/contract/features/maintenance';
import type { Language } from '@purser/contract/language';
import type { DatabaseClock } from './database/clock.ts';
import type { Database } from './database/database.ts';
import { refuse } from './http/refusal.ts';

/** What staff enter or end holds on every node within this time. */
const READ_EVERY_MS = 500;
/** Planned maintenance is announced this long before. */
const ANNOUNCED_BEFORE_MS = 24 * 3600_000;

interface Period {
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

/** Whether the consoles are closed for maintenance, by the database's clock, and what people are told of it. */
export class Maintenance {
  readonly #db: Database;
  readonly #clock: DatabaseClock;
  #read: { readonly periods: Promise<readonly Period[]>; readonly at: number } | undefined;

  constructor(db: Database, clock: DatabaseClock) {
    this.#db = db;
    this.#clock = clock;
  }

  async isRunning(): Promise<boolean> {
    return isRunning(await this.#nearest(), this.#clock.now());
  }

  /** Throws the refusal `maintenance`, with what people are told, while there is any. */
  async refuseWhileRunning(language: Language): Promise<void> {
    const period = await this.#nearest();
    if (isRunning(period, this.#clock.now())) throw refuse('maintenance', {}, noticeOf(period, language));
  }

  /** The maintenance that runs, or the next that is soon to come. */
  async notice(language: Language): Promise<MaintenanceNotice | null> {
    const period = await this.#nearest();
    if (!period || period.starts_at.getTime() - this.#clock.now().getTime() > ANNOUNCED_BEFORE_MS) return null;
    return noticeOf(period, language);
  }

  /** The maintenance that runs, or the next that is planned, however far away. */
  async next(language: Language): Promise<(MaintenanceNotice & { readonly is_running: boolean }) | null> {
    const period = await this.#nearest();
    return period ? { ...noticeOf(period, language), is_running: isRunning(period, this.#clock.now()) } : null;
  }

  /** The first period that is not over. */
  async #nearest(): Promise<Period | undefined> {
    const now = this.#clock.now();
    const periods = await this.#periods();
    return periods.find(({ ends_at }) => ends_at === null || ends_at > now);
  }

  #periods(): Promise<readonly Period[]> {
    const at = performance.now();
    if (!this.#read || at - this.#read.at > READ_EVERY_MS) {
      const periods = readPeriods(this.#db);
      this.#read = { periods, at };
      // What could not be read is asked for again by the next request.
      periods.catch(() => (this.#read = undefined));
    }
    return this.#read.periods;
  }
}

async function readPeriods(db: Database): Promise<Period[]> {
  const { rows } = await db.system.query<Period>({
    name: 'read-maintenance',
    text: `select starts_at, ends_at, texts from maintenance
           where ended_at is null and (ends_at is null or ends_at > clock_timestamp()) order by starts_at limit 2`,
  });
  return rows;
}

function isRunning(period: Period | undefined, now: Date): period is Period {
  return period !== undefined && period.starts_at <= now;
}

function noticeOf({ starts_at, ends_at, texts }: Period, language: Language): MaintenanceNotice {
  return { starts_at: starts_at.toISOString(), ends_at: ends_at?.toISOString() ?? null, text: texts[language] ?? texts.en ?? null };
}

import { MERCHANT_TOPICS, type MerchantTopic } from '@purser/contract/features/events';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Writer } from '../database/tx.ts';

/** What changed for whom. Orders are named by their token, for the payment pages that show them. */
export interface Changes {
  readonly merchants?: readonly (readonly [merchantId: number, topics: readonly MerchantTopic[]])[];
  readonly orders?: readonly string[];
  /** Owners of whom a session has ended. */
  readonly ended?: readonly number[];
  /** Coins or markets were added, changed or switched: this concerns everybody. */
  readonly coins?: boolean;
}

/** While somebody listens, and while nobody does: then only the place is kept, and what concerns the process itself is heard. */
const READ_EVERY_MS = 50;
const READ_IDLY_EVERY_MS = 500;
const READ_AFTER_FAILURE_MS = 1_000;
/** A read that takes longer is given up: its connection may be one that says nothing any more. */
const LONGEST_READ_MS = 5_000;
/** Notes are kept for two minutes: whoever has not read for this long may have missed some. */
const LONGEST_PAUSE_MS = 60_000;
/** Whoever begins to listen may have asked for what they show so long before, and has missed what changed since. */
const MISSED_MS = 10_000;
/** In place of a merchant: what concerns all of them. */
const EVERYBODY = 0;

type Topics = Map<number, Set<MerchantTopic>>;
type MerchantListener = (topics: readonly MerchantTopic[]) => void;
/** Told of whom a session has ended; of nobody in particular when that of anybody may have. */
type EndedListener = (ownerIds: readonly number[] | undefined) => void;

interface Read {
  /** Which transactions could be seen: "xmin:xmax:those that were running between them". */
  readonly snapshot: string;
  /** When the server was started: another one's notes and transactions are not those that were read so far. */
  readonly server: string;
  readonly notes: readonly string[];
}

/**
 * Carries "this changed" from the transaction that changed it to every process's open streams. The changes are noted in a table that
 * each process reads several times a second: unlike NOTIFY, a note costs a commit nothing that another session could hold up, and a
 * process that falls behind finds the notes when it looks again. One that has been away for too long, or finds another server,
 * tells its listeners that anything may have changed.
 */
export class Hub {
  readonly #db: Pick<Database, 'system'>;
  readonly #log: Logger;
  readonly #merchants = new Map<number, Set<MerchantListener>>();
  readonly #orders = new Map<string, Set<() => void>>();
  readonly #ended = new Set<EndedListener>();
  readonly #coins = new Set<() => void>();
  /** What has changed for whom of late: since `since`, and in the time of the same length before. */
  #recent: { readonly since: number; readonly now: Topics; readonly before: Topics } = { since: 0, now: new Map(), before: new Map() };
  /** What the last read could see; reading goes on with what it could not. Undefined: with what is noted from now on. */
  #seen: string | undefined;
  #server: string | undefined;
  #isFailing = false;
  #readAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #closed = false;

  constructor(db: Pick<Database, 'system'>, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Finds the place to read on from. Rejects when the database cannot be asked now. */
  async start(): Promise<void> {
    await this.#read();
    this.#schedule();
  }

  /** How many listen now. */
  get listeners(): number {
    return [...this.#merchants.values(), ...this.#orders.values()].reduce((sum, { size }) => sum + size, 0);
  }

  onMerchant(merchantId: number, listener: MerchantListener): () => void {
    return this.#subscribe(this.#merchants, merchantId, listener);
  }

  /** What has changed for a merchant in the last ten seconds or some more. */
  recentlyChanged(merchantId: number): MerchantTopic[] {
    const { now, before } = this.#recentNow();
    const topics = new Set([EVERYBODY, merchantId].flatMap((one) => [now, before].flatMap((of) => [...(of.get(one) ?? [])])));
    return MERCHANT_TOPICS.filter((topic) => topics.has(topic));
  }

  onOrder(token: string, listener: () => void): () => void {
    return this.#subscribe(this.#orders, token, listener);
  }

  onEnded(listener: EndedListener): () => void {
    this.#ended.add(listener);
    return () => this.#ended.delete(listener);
  }

  onCoins(listener: () => void): () => void {
    this.#coins.add(listener);
    return () => this.#coins.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  #schedule(delayMs = this.#isHeard() ? READ_EVERY_MS : READ_IDLY_EVERY_MS): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#reading = this.#readOn().finally(() => (this.#reading = undefined));
    }, delayMs).unref();
  }

  #isHeard(): boolean {
    return this.#merchants.size > 0 || this.#orders.size > 0;
  }

  async #readOn(): Promise<void> {
    try {
      const paused = performance.now() - this.#readAt > LONGEST_PAUSE_MS;
      const server = this.#server;
      const changes = await this.#read();
      this.#isFailing = false;
      if (paused || server !== this.#server) this.#everythingMayHaveChanged();
      else for (const change of changes) this.#deliver(change);
      this.#schedule();
    } catch (error) {
      // The notes wait: once they can be read again, reading goes on where it was.
      if (!this.#isFailing) this.#log.warn({ err: error }, 'what has changed could not be read');
      this.#isFailing = true;
      this.#schedule(READ_AFTER_FAILURE_MS);
    }
  }

  /**
   * What was noted since the last time: by transactions that began after the last read's snapshot, and by those that were running in it.
   * One statement sees one snapshot, so each note is read once, and none again while some other transaction stays open for long.
   */
  async #read(): Promise<Changes[]> {
    const [, xmax, running = ''] = this.#seen?.split(':') ?? [];
    const config: pg.QueryConfig & { query_timeout: number } = {
      name: 'read-changes',
      text: `
        select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
          (select coalesce(json_agg(note order by sequence), '[]') from (
             select sequence, note from change where xid >= $1::xid8
             union all
             select sequence, note from change where xid = any ($2::xid8[])) as new) as notes`,
      values: [xmax, running.split(',').filter(Boolean)],
      query_timeout: LONGEST_READ_MS,
    };
    const { rows } = await this.#db.system.query<Read>(config);
    const [{ snapshot, server, notes }] = rows as [Read];
    this.#seen = snapshot;
    this.#server = server;
    this.#readAt = performance.now();
    return notes.map((note) => JSON.parse(note) as Changes);
  }

  #subscribe<Key, Listener>(all: Map<Key, Set<Listener>>, key: Key, listener: Listener): () => void {
    const wasHeard = this.#isHeard();
    const listeners = all.get(key) ?? new Set();
    all.set(key, listeners.add(listener));
    // Whoever comes first need not wait for the slow round; a read under way schedules the next one itself.
    if (!wasHeard && this.#timer && !this.#reading) this.#schedule();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && all.get(key) === listeners) all.delete(key);
    };
  }

  #recentNow(): { readonly now: Topics; readonly before: Topics } {
    const age_ms = performance.now() - this.#recent.since;
    if (age_ms > MISSED_MS) {
      const before = age_ms > 2 * MISSED_MS ? new Map() : this.#recent.now;
      this.#recent = { since: performance.now(), now: new Map(), before };
    }
    return this.#recent;
  }

  #remember(merchantId: number, topics: readonly MerchantTopic[]): void {
    const { now } = this.#recentNow();
    now.set(merchantId, (now.get(merchantId) ?? new Set()).union(new Set(topics)));
  }

  #deliver({ merchants = [], orders = [], ended = [], coins = false }: Changes): void {
    if (coins) {
      this.#remember(EVERYBODY, ['coins']);
      for (const listener of this.#coins) listener();
      for (const listeners of this.#merchants.values()) for (const listener of listeners) listener(['coins']);
    }
    if (ended.length > 0) for (const listener of this.#ended) listener(ended);
    for (const [merchantId, topics] of merchants) {
      this.#remember(merchantId, topics);
      for (const listener of this.#merchants.get(merchantId) ?? []) listener(topics);
    }
    for (const token of orders) for (const listener of this.#orders.get(token) ?? []) listener();
  }

  #everythingMayHaveChanged(): void {
    this.#remember(EVERYBODY, MERCHANT_TOPICS);
    for (const listener of this.#coins) listener();
    for (const listener of this.#ended) listener(undefined);
    for (const listeners of this.#merchants.values()) for (const listener of listeners) listener(MERCHANT_TOPICS);
    for (const listeners of this.#orders.values()) for (const listener of listeners) listener();
  }
}

/** Notes what changed, in the transaction that changed it: every process tells its listeners soon after the commit. */
export async function announce(
  writer: Pick<Writer, 'query'>,
  { merchants = [], orders = [], ended = [], coins = false }: Changes,
): Promise<void> {
  if (merchants.length + orders.length + ended.length === 0 && !coins) return;
  const note = JSON.stringify({ merchants, orders, ended, ...(coins && { coins }) } satisfies Changes);
  await writer.query({ name: 'note-change', text: 'insert into change (note) values ($1)', values: [note] });
}

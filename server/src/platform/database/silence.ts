import { performance } from 'node:perf_hooks';
import type { Socket } from 'node:net';
import pg from 'pg';
import { processBehind } from './scope.ts';

const LOOKED_EVERY_MS = 250;
/** A statement that has no answer for this long is asked after. */
const SUSPICIOUS_AFTER_MS = 1_500;
/** Once a connection was found silent, others may be: for some seconds every statement is asked after sooner. */
const ALERT_MS = 5_000;
const SUSPICIOUS_ON_ALERT_AFTER_MS = 500;
/** When the server cannot be asked either, a statement is waited for no longer than this. */
const GIVEN_UP_AFTER_MS = 4_000;
const PROBE_TIMEOUT_MS = 2_000;

/** What a silence is told as; the error of every statement that was waiting on the connection. */
export class SilentConnection extends Error {
  constructor() {
    super('the database connection is silent');
    this.name = 'SilentConnection';
  }
}

/** The driver's connection, with the parts that its types leave out. */
interface Wire extends pg.ClientBase {
  /** False while the answer to a statement is awaited. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
}

interface Watched {
  readonly wire: Wire;
  idle: boolean;
  bytesRead: number;
  /** Since when an answer is awaited without a byte having come. */
  waitingSince: number | undefined;
}

/**
 * Finds connections that will never answer: a proxy, a firewall or a failing network may swallow what is sent on a connection
 * without ever closing it. A statement may also be slow for good reasons, so the server is asked, on a connection of its own,
 * whether it is working on it. A connection whose statement the server does not know of is closed, and with it every idle one,
 * as these stand on the same way.
 */
export class SilenceWatch {
  readonly #url: string;
  readonly #watched = new Map<pg.ClientBase, Watched>();
  readonly #timer: NodeJS.Timeout;
  #asking = false;
  #alertUntil = 0;

  constructor(url: string) {
    this.#url = url;
    this.#timer = setInterval(() => this.#look(), LOOKED_EVERY_MS).unref();
  }

  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      this.#watched.set(client, { wire: client as unknown as Wire, idle: false, bytesRead: 0, waitingSince: undefined });
      client.once('end', () => this.#watched.delete(client));
    });
    pool.on('acquire', (client) => this.#setIdle(client, false));
    pool.on('release', (_error, client) => this.#setIdle(client, true));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #setIdle(client: pg.ClientBase, idle: boolean): void {
    const watched = this.#watched.get(client);
    if (watched) watched.idle = idle;
  }

  #look(): void {
    const now = performance.now();
    for (const watched of this.#watched.values()) {
      const { readyForQuery, connection } = watched.wire;
      const heard = connection.stream.bytesRead !== watched.bytesRead;
      watched.bytesRead = connection.stream.bytesRead;
      if (readyForQuery) watched.waitingSince = undefined;
      else if (heard || watched.waitingSince === undefined) watched.waitingSince = now;
    }
    const suspects = this.#waitingFor(now < this.#alertUntil ? SUSPICIOUS_ON_ALERT_AFTER_MS : SUSPICIOUS_AFTER_MS);
    if (suspects.length === 0 || this.#asking) return;
    this.#asking = true;
    void this.#askAfter(suspects).finally(() => (this.#asking = false));
  }

  async #askAfter(suspects: readonly Watched[]): Promise<void> {
    const worked = await this.#workedOn(suspects).catch((error: unknown) => (isRefusal(error) ? 'refused' : undefined));
    // That the server does not say is an answer as well: the way to it works, and nothing is known of the statements.
    if (worked === 'refused') return heardOf(suspects);
    if (worked === undefined) return this.#closeAll(this.#waitingFor(GIVEN_UP_AFTER_MS));
    // What has been heard from while the server was asked is not silent.
    const still = new Set(this.#waitingFor(SUSPICIOUS_ON_ALERT_AFTER_MS));
    const isWorkedOn = ({ wire }: Watched): boolean => worked.has(processBehind(wire));
    const waiting = suspects.filter((watched) => still.has(watched));
    // That the server works on it is as good as a byte: it is not asked again at once.
    heardOf(waiting.filter(isWorkedOn));
    this.#closeAll(waiting.filter((watched) => !isWorkedOn(watched)));
  }

  #waitingFor(atLeastMs: number): Watched[] {
    const now = performance.now();
    return [...this.#watched.values()].filter(
      ({ wire, bytesRead, waitingSince }) =>
        waitingSince !== undefined &&
        now - waitingSince >= atLeastMs &&
        !wire.readyForQuery &&
        wire.connection.stream.bytesRead === bytesRead,
    );
  }

  /** Which of these connections' processes are working, as the server says. Its own clock tells how long one has not been. */
  async #workedOn(suspects: readonly Watched[]): Promise<ReadonlySet<number>> {
    // Without the application's role: only who logged in may see what their own connections do.
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'purser-silence-watch',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = any($1::int[])
         and (state is null or state not in ('idle', 'idle in transaction', 'idle in transaction (aborted)')
           or state_change > clock_timestamp() - interval '1 second')`,
        [suspects.map(({ wire }) => processBehind(wire))],
      );
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      // Not waited for: a connection that was swallowed in the meantime would never say goodbye.
      void client.end().catch(() => {});
    }
  }

  #closeAll(silent: readonly Watched[]): void {
    if (silent.length === 0) return;
    this.#alertUntil = performance.now() + ALERT_MS;
    const idle = [...this.#watched.values()].filter((watched) => watched.idle);
    for (const { wire } of [...silent, ...idle]) wire.connection.stream.destroy(new SilentConnection());
  }
}

/** A server that starts or ends, or that a pooler does not reach, works on nothing: it is as good as not there. */
const WORKS_ON_NOTHING = /^(08|57P)/;

/** Did the server itself answer that it does not say, as it has no connection left for that? */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !WORKS_ON_NOTHING.test(error.code ?? '');
}

function heardOf(waiting: readonly Watched[]): void {
  for (const watched of waiting) watched.waitingSince = performance.now();
}

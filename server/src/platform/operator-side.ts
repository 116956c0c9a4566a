import type { Logger } from 'pino';
import type { DatabaseClock } from './database/clock.ts';
import type { Coins } from './database/coins.ts';
import { Database } from './database/database.ts';
import { PasswordMessages } from './security/password-messages.ts';
import type { Secrets } from './security/secrets.ts';
import { StaffSessions } from './security/staff-sessions.ts';
import { Throttle } from './security/throttle.ts';

interface Surroundings {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly secrets: Secrets;
  readonly clock: DatabaseClock;
  readonly coins: Coins;
}

const ASIDE_CONNECTIONS = 2;
/** Somebody may give the login the role at any moment. */
const CHECKED_EVERY_MS = 60_000;

/** A login that is no member of the role, a role that is not there, and a login that is refused. */
const NOT_THE_ROLE = new Set(['42501', '22023', '28000', '28P01']);

/**
 * What the calls of the provider's staff stand on: a way to the database of their own, whose connections take on the role purser_operator. What
 * staff may read and change is granted to that role alone, so that nothing which runs on the merchants' connections reaches it.
 */
export class OperatorSide {
  readonly db: Database;
  /**
   * For what is done beside a transaction of `db` and stays when that one is undone, such as counting a wrong code: connections of its own, as
   * transactions that hold all connections of a pool must not wait for one more.
   */
  readonly aside: Database;
  readonly throttle: Throttle;
  readonly passwordMessages: PasswordMessages;
  readonly sessions: StaffSessions;
  #warning: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ databaseUrl, connections, secrets, clock, coins }: Surroundings) {
    const common = {
      url: databaseUrl,
      applicationName: 'purser operator',
      role: 'purser_operator',
      coins,
      scopeKey: secrets.scopeKey(),
    } as const;
    this.db = new Database({ ...common, connections });
    this.aside = new Database({ ...common, connections: ASIDE_CONNECTIONS });
    this.throttle = new Throttle(this.aside);
    this.passwordMessages = new PasswordMessages(this.db, secrets, clock);
    this.sessions = new StaffSessions(this.db);
  }

  /** Why there is no operator console, and nothing is done for it: what /ready and the log tell. Undefined when there is one. */
  get warning(): string | undefined {
    return this.#warning;
  }

  /**
   * Finds out whether the login may take on the role, and goes on asking while it may not. Without it everything works but the operator console, and what
   * workers do for it.
   */
  async check(log: Logger): Promise<void> {
    try {
      await this.db.system.query('select scope()');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && NOT_THE_ROLE.has(String(error.code)))) throw error;
      if (this.#warning === undefined) log.warn({ err: error }, NO_LOGIN);
      this.#warning = NO_LOGIN;
      // The database may be away meanwhile.
      this.#timer ??= setInterval(() => void this.check(log).catch(() => {}), CHECKED_EVERY_MS).unref();
      return;
    }
    if (this.#warning !== undefined) log.info(HAS_LOGIN);
    this.#warning = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.db.close(), this.aside.close()]);
  }
}

const NO_LOGIN =
  'there is no operator console: give apis and workers a login that may take on purser_operator, and name it in PURSER_OPERATOR_DATABASE_URL';

/** A worker says at its start which jobs it takes. */
const HAS_LOGIN = 'the login may take on purser_operator by now: a worker does what staff ask of the ledger once it is started again';

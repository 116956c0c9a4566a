import type { Logger } from 'pino';
import { DatabaseClock } from './database/clock.ts';
import { affordableLimits, type ConnectionLimits, Connections, type Timeouts, USUAL_LIMITS } from './http/client-connections.ts';
import { Database } from './database/database.ts';
import { ExportSlots } from './export/export-slots.ts';
import { Hub } from './streams/hub.ts';
import { InstallationError } from './installation.ts';
import { Metrics } from './observe/metrics.ts';
import { PasswordMessages } from './security/password-messages.ts';
import { Secrets } from './security/secrets.ts';
import { Sessions } from './security/sessions.ts';
import type { AllowedTarget } from './settings.ts';
import { SignedRequests } from './security/signed-requests.ts';
import { EventStreams } from './streams/sse.ts';
import { Throttle } from './security/throttle.ts';

/** Maintenance is switched by the operator and holds within this time. */
const MAINTENANCE_READ_EVERY_MS = 1_000;

/** The settings that the platform and the features read; settings.ts reads and checks them at start. */
export interface PlatformSettings {
  readonly databaseUrl: string;
  /** 32 bytes from which every other key is derived. */
  readonly masterKey: Buffer;
  /** The address at which payers and merchants reach this server, without a trailing slash. */
  readonly publicUrl: string;
  readonly demo: boolean;
  /** Addresses and ranges of the proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** Private targets that webhooks may be sent to all the same. */
  readonly webhookAllow: readonly AllowedTarget[];
  /** Host names beside the public address's under which this server answers. */
  readonly hosts?: readonly string[];
  /** Who sends it as a bearer token may read the metrics. */
  readonly metricsToken?: string | undefined;
  /** Connections and event streams; the usual ones unless given. */
  readonly limits?: ConnectionLimits;
  /** When idle and slow connections are closed; the usual times unless given. */
  readonly timeouts?: Timeouts;
  /** Checks every answer against its declaration: for tests. */
  readonly checkAnswers?: boolean;
}

/** What every feature stands on; made once per process and handed down, never imported as a global. */
export class Platform {
  readonly settings: PlatformSettings;
  readonly log: Logger;
  readonly db: Database;
  /** The database's clock: decisions about money and codes look at no other. */
  readonly clock: DatabaseClock;
  readonly hub: Hub;
  readonly connections: Connections;
  readonly streams: EventStreams;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  /** With it every posting's content MAC is made. */
  readonly ledgerKey: Buffer;
  readonly sessions: Sessions;
  readonly signedRequests: SignedRequests;
  readonly throttle: Throttle;
  readonly passwordMessages: PasswordMessages;
  readonly exportSlots = new ExportSlots();
  #loginWarning: string | undefined;
  #maintenance: { readonly on: boolean; readonly readAt: number } | undefined;

  constructor(settings: PlatformSettings, log: Logger, { connections = 8 }: { readonly connections?: number } = {}) {
    this.settings = settings;
    this.log = log;
    this.secrets = new Secrets(settings.masterKey);
    this.db = new Database({ url: settings.databaseUrl, connections, scopeKey: this.secrets.scopeKey() });
    this.clock = new DatabaseClock(this.db, log);
    this.hub = new Hub(this.db, log);
    this.metrics = new Metrics();
    this.metrics.watch(
      'purser_clock_skew_seconds',
      "How far this process's wall clock is ahead of the database's, which decides",
      async () => this.clock.skewMs / 1000,
    );
    const limits = affordableLimits(settings.limits ?? USUAL_LIMITS);
    this.connections = new Connections(limits, settings.trustedProxies, {
      log,
      refused: this.metrics.refusedConnections,
      ...(settings.timeouts && { timeouts: settings.timeouts }),
    });
    this.streams = new EventStreams(limits);
    this.metrics.watch('purser_connections', 'Connections of clients that are open', async () => this.connections.open);
    this.metrics.watch('purser_event_streams', 'Event streams that are open', async () => this.streams.count);
    this.metrics.watchAges(() => this.db.underWay.ages());
    this.ledgerKey = this.secrets.ledgerKey();
    this.sessions = new Sessions(this.db);
    this.signedRequests = new SignedRequests(this.db, this.secrets, this.clock);
    this.throttle = new Throttle(this.db);
    this.passwordMessages = new PasswordMessages(this.db, this.secrets, this.clock);
  }

  /** What /ready tells beside being ready: nothing of it keeps anybody from being served. */
  get warnings(): string[] {
    return [this.clock.warning, this.#loginWarning].filter((warning) => warning !== undefined);
  }

  async inMaintenance(): Promise<boolean> {
    const now = performance.now();
    if (!this.#maintenance || now - this.#maintenance.readAt > MAINTENANCE_READ_EVERY_MS) {
      const row = await this.db.systemQueries.selectFrom('system_setting').select('maintenance').executeTakeFirstOrThrow();
      this.#maintenance = { on: row.maintenance, readAt: now };
    }
    return this.#maintenance.on;
  }

  /** Whether a browser's Origin is one of ours: the public address, or the host that was asked. */
  isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (origin === new URL(this.settings.publicUrl).origin) return true;
    return host !== undefined && URL.parse(origin)?.host === host;
  }

  /** Finds out what time it is to the database and where to read its changes on: before anything is answered. */
  async start(): Promise<void> {
    await this.checkLogin();
    await this.clock.start();
    await this.hub.start();
  }

  /**
   * Makes sure that the database takes this process's claims for true, and says so in the log when the login could do without: it can
   * then read and change everything by itself, and so can whoever gets hold of it.
   */
  async checkLogin(): Promise<void> {
    const { rows } = await this.db.system.query<{ believed: boolean; owns: boolean }>(
      `select scope() is not distinct from 'system' as believed, pg_has_role(session_user, relowner, 'member') as owns
       from pg_class where oid = 'public.merchant'::regclass`,
    );
    if (rows[0]?.believed !== true) {
      throw new InstallationError(
        'DATABASE_URL: the database does not know this master key. Run "npm run migrate" as the owner of its tables.',
      );
    }
    if (rows[0].owns) {
      this.#loginWarning = 'DATABASE_URL logs in as the owner of the tables or a superuser: give the programs a login of their own';
      this.log.warn(this.#loginWarning);
    }
  }

  async close(): Promise<void> {
    this.clock.close();
    await this.hub.close();
    await this.db.close();
  }
}

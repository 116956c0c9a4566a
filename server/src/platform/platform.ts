import { MOST_EXPORTS_AT_ONCE } from '@purser/contract/list-call';
import { type ShardGroupCount, ShardGroups } from '@purser/ledger/shard-groups';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Crossings } from './commands/crossings.ts';
import { FeeSlot } from './commands/fee-slot.ts';
import { DatabaseClock } from './database/clock.ts';
import { affordableLimits, type ConnectionLimits, Connections, type Timeouts, USUAL_LIMITS } from './http/client-connections.ts';
import { Database } from './database/database.ts';
import { fileStorage, FileVault } from './files/file-vault.ts';
import { Pdfs } from './export/pdfs.ts';
import { Images } from './files/images.ts';
import type { S3Settings } from './files/s3-storage.ts';
import { OwnerSlots } from './http/owner-slots.ts';
import { Hub } from './streams/hub.ts';
import { InstallationError } from './installation.ts';
import { Maintenance } from './maintenance.ts';
import { Metrics } from './observe/metrics.ts';
import { OperatorSide } from './operator-side.ts';
import { PasswordMessages } from './security/password-messages.ts';
import { Secrets } from './security/secrets.ts';
import { Sessions } from './security/sessions.ts';
import type { TestChain } from './chain/test-chain.ts';
import type { Mailbox } from './mailbox.ts';
import type { AllowedTarget, MailSetting, SmsSetting } from './settings.ts';
import { SignedRequests } from './security/signed-requests.ts';
import { EventStreams } from './streams/sse.ts';
import { Throttle } from './security/throttle.ts';

/** So many that no member alone keeps the others' files from them. */
const MOST_EXPORTS_OF_TEAM = 4 * MOST_EXPORTS_AT_ONCE;
/** An upload holds a descriptor and little memory while it comes. */
const MOST_UPLOADS_OF_OWNER = 4;
const MOST_UPLOADS = 128;
/** A file on its way out is in memory: ten mebibytes at the most. */
const MOST_FILES_OF_OWNER = 8;
const MOST_FILES = 32;

/** Of each of the operator's pools: staff are few. */
const MOST_OPERATOR_CONNECTIONS = 4;

/** The settings that the platform and the features read; settings.ts reads and checks them at start. */
export interface PlatformSettings {
  readonly databaseUrl: string;
  /** Connects as a login that may take on purser_operator; by `databaseUrl` unless given. */
  readonly operatorDatabaseUrl?: string | undefined;
  /** 32 bytes from which every other key is derived. */
  readonly masterKey: Buffer;
  /** The address at which payers and merchants reach this server, without a trailing slash. */
  readonly publicUrl: string;
  /** The address of the operator console, without a trailing slash, if it has one of its own: it then answers there only. */
  readonly operatorUrl?: string | undefined;
  readonly demo: boolean;
  /** Files are kept below it, unless in a bucket; uploads pass through it. */
  readonly dataFolder: string;
  /** The bucket for files, if there is one. */
  readonly s3?: S3Settings | undefined;
  /** Addresses and ranges of the proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** Private targets that webhooks and messages may be sent to all the same. */
  readonly webhookAllow: readonly AllowedTarget[];
  /** Where mail goes out until staff say otherwise. */
  readonly mail?: MailSetting | undefined;
  /** The same for text messages. */
  readonly sms?: SmsSetting | undefined;
  /** A demo's messages end here while no provider is set. */
  readonly mailbox?: Mailbox | undefined;
  /** A demo gives test USDT away on it. */
  readonly testChain?: TestChain | undefined;
  /** Host names beside the public address's under which this server answers. */
  readonly hosts?: readonly string[];
  /** Where the console may reach the API, as origins. */
  readonly apiHosts?: readonly string[];
  /** Who sends it as a bearer token may read the metrics. */
  readonly metricsToken?: string | undefined;
  /** Connections and event streams; the usual ones unless given. */
  readonly limits?: ConnectionLimits;
  /** When idle and slow connections are closed; the usual times unless given. */
  readonly timeouts?: Timeouts;
  /** In how many groups of shards owners are divided; one on plain PostgreSQL. */
  readonly shardGroups?: ShardGroupCount;
  /** Checks every answer against its declaration: for tests. */
  readonly checkAnswers?: boolean;
}

/** What every feature stands on; made once per process and handed down, never imported as a global. */
export class Platform {
  readonly settings: PlatformSettings;
  readonly log: Logger;
  readonly db: Database;
  /** What the calls of staff stand on, instead of `db`. */
  readonly operator: OperatorSide;
  /** The database's clock: decisions about money and codes look at no other. */
  readonly clock: DatabaseClock;
  readonly hub: Hub;
  readonly connections: Connections;
  readonly streams: EventStreams;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  /** With it every posting's content MAC is made. */
  readonly ledgerKey: Buffer;
  /** Whose accounts its batches add fees to. */
  readonly feeSlot: FeeSlot;
  /** What is made in two halves, where there are several shard groups. */
  readonly crossings: Crossings;
  readonly maintenance: Maintenance;
  readonly sessions: Sessions;
  readonly signedRequests: SignedRequests;
  readonly throttle: Throttle;
  readonly passwordMessages: PasswordMessages;
  /** Files on their way, by who reads them: a wallet user, a member of staff, or one of a merchant's team. */
  readonly exportSlots = new OwnerSlots({ ofOwner: MOST_EXPORTS_AT_ONCE });
  /** The same of all members of a merchant's team together. */
  readonly teamExportSlots = new OwnerSlots({ ofOwner: MOST_EXPORTS_OF_TEAM });
  /** Uploads whose body is on its way, and files on their way to whoever asked for one. */
  readonly uploadSlots = new OwnerSlots({ ofOwner: MOST_UPLOADS_OF_OWNER, inAll: MOST_UPLOADS });
  readonly fileSlots = new OwnerSlots({ ofOwner: MOST_FILES_OF_OWNER, inAll: MOST_FILES });
  readonly vault: FileVault;
  readonly images = new Images();
  readonly pdfs = new Pdfs();
  #loginWarning: string | undefined;

  constructor(settings: PlatformSettings, log: Logger, { connections = 8 }: { readonly connections?: number } = {}) {
    this.settings = settings;
    this.log = log;
    this.secrets = new Secrets(settings.masterKey);
    this.db = new Database({ url: settings.databaseUrl, connections, scopeKey: this.secrets.scopeKey() });
    this.clock = new DatabaseClock(this.db, log);
    this.operator = new OperatorSide({
      databaseUrl: settings.operatorDatabaseUrl ?? settings.databaseUrl,
      connections: Math.min(connections, MOST_OPERATOR_CONNECTIONS),
      secrets: this.secrets,
      clock: this.clock,
      coins: this.db.coins,
    });
    this.hub = new Hub(this.db, log);
    this.hub.onCoins(() => this.db.coins.refreshSoon(log));
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
    this.feeSlot = new FeeSlot(this.db, log);
    this.crossings = new Crossings(this, new ShardGroups(settings.shardGroups ?? 1));
    this.vault = new FileVault(fileStorage({ dataFolder: settings.dataFolder, s3: settings.s3 }), this.secrets);
    this.maintenance = new Maintenance(this.db, this.clock);
    this.sessions = new Sessions(this.db);
    this.signedRequests = new SignedRequests(this.db, this.secrets, this.clock);
    this.throttle = new Throttle(this.db);
    this.passwordMessages = new PasswordMessages(this.db, this.secrets, this.clock);
  }

  /** What /ready tells beside being ready: nothing of it keeps anybody from being served. */
  get warnings(): string[] {
    return [this.clock.warning, this.#loginWarning, this.operator.warning].filter((warning) => warning !== undefined);
  }

  /** Whether DATABASE_URL logs in with more rights than the programs need. */
  get loginOwnsTables(): boolean {
    return this.#loginWarning !== undefined;
  }

  /** Where uploads lie until they are kept or refused. */
  get spoolFolder(): string {
    return join(this.settings.dataFolder, 'uploads');
  }

  /** Whether a browser's Origin is one of ours: the address that people reach us by, or the host that was asked. */
  isOwnOrigin(origin: string, host: string | undefined, ownUrl = this.settings.publicUrl): boolean {
    if (origin === new URL(ownUrl).origin) return true;
    return host !== undefined && URL.parse(origin)?.host === host;
  }

  /** The address at which staff reach the operator console: one of its own, or the public one. */
  get operatorUrl(): string {
    return this.settings.operatorUrl ?? this.settings.publicUrl;
  }

  /** Finds out what time it is to the database and where to read its changes on: before anything is answered. */
  async start(): Promise<void> {
    await this.checkLogin();
    await this.crossings.start();
    await this.operator.check(this.log);
    await this.clock.start();
    await this.hub.start();
    // After the hub has its place: what changes from now on is noted where it reads.
    await this.db.coins.refresh();
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
    this.images.close();
    this.pdfs.close();
    this.clock.close();
    await this.crossings.idle();
    await this.hub.close();
    await this.feeSlot.close();
    await this.operator.close();
    await this.db.close();
  }
}

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { destination, type Logger, pino } from 'pino';
import { type Lock, LockedError, takeLock } from './data-lock.ts';
import { CannotStart } from '../platform/cannot-start.ts';
import { settleInstallation } from '../platform/installation.ts';
import { adoptLedger } from '../platform/proof/ledger-adoption.ts';
import { Mailbox } from '../platform/mailbox.ts';
import { logOptions } from '../platform/observe/log.ts';
import { migrate, MigrationError } from '../platform/database/migrate.ts';
import { settleShardGroups } from '../platform/database/shard-groups.ts';
import { sendToNodes } from '../platform/chain/node-headers.ts';
import { Secrets } from '../platform/security/secrets.ts';
import { type AllowedTarget, readSettings, type Settings, SettingsError, unknownSettings } from '../platform/settings.ts';
import { ensureWebBuilt, WebBuildError } from './web-build.ts';
import { followAncestors } from './ancestors.ts';
import { startDatabase } from './database.ts';
import { claimPort } from './listen.ts';
import type { ProgramContext } from './programs.ts';
import { startTable } from './table.ts';

/**
 * npm start: everything in one process, with an embedded PostgreSQL beside it. What was started is stopped in the
 * opposite order, and nothing else is touched.
 */
const started = performance.now();
const closers: { readonly what: string; readonly close: () => Promise<void> | void }[] = [];
const building = new AbortController();
let stopping: Promise<void> | undefined;
let lastSignalAt = 0;

const REPEATED_SIGNAL_MS = 1000;
const LONGEST_LOG_BYTES = 20_000_000;

const say = (line: string): void => console.log(line);

async function start(): Promise<void> {
  const settings = await settle(readSettings(process.env));
  for (const name of unknownSettings(process.env)) say(`${name}: is not a setting of Purser, and changes nothing.`);
  sendToNodes(settings.nodeHeaders);
  const { dataFolder } = settings;
  const lock = lockData(dataFolder);
  onStop('the lock', () => lock.release());
  const port = await claimPort(settings.host, settings.port);
  const publicUrl = settings.port === port ? settings.publicUrl : settings.publicUrl.replace(/:0$/, `:${port}`);
  const log = await openLog(settings);

  const anyBuild = process.env['PURSER_TEST_ANY_BUILD'] === '1';
  const built = ensureWebBuilt({ onNotice: say, signal: building.signal, anyBuild });
  // Its failure is met below; until then it must not count as unhandled.
  built.catch(() => undefined);
  // Loading the programs takes as long as starting the database: both at once.
  const loading = loadPrograms();
  loading.catch(() => undefined);
  const database = await startDatabase({ dataFolder, databaseUrl: settings.databaseUrl, onNotice: say, onLost: (error) => stop(1, error) });
  onStop('the database', database.close);
  await migrate(database.url);
  const masterKey = settings.masterKey ?? (await keptMasterKey(dataFolder));
  await settleInstallation(database.url, { demo: settings.demo, masterKey });
  await settleShardGroups(database.url, settings.shardGroups);
  const adopted = await adoptLedger(database.url, masterKey);
  if (adopted !== undefined) say(adopted);

  const programs = await loading;
  const logins = await database.logins();
  const testChain = settings.demo
    ? programs.demoChain({
        dataFolder,
        ownerUrl: database.url,
        signerUrl: logins?.purser_signer ?? database.url,
        ledgerKey: () => new Secrets(masterKey).ledgerKey(),
        log,
      })
    : undefined;
  if (testChain !== undefined) onStop('the demo’s chain', testChain.close);
  const shopPort = settings.demo ? await claimPort('127.0.0.1', 0) : undefined;
  const context: ProgramContext = {
    settings: {
      ...settings,
      port,
      publicUrl,
      operatorDatabaseUrl: logins?.purser_operator ?? settings.operatorDatabaseUrl,
      webhookAllow: [...settings.webhookAllow, ...(settings.demo ? ownAddresses(publicUrl, port) : [])],
    },
    databaseUrl: logins?.purser_app ?? database.url,
    masterKey,
    log,
    shopUrl: shopPort === undefined ? undefined : `http://127.0.0.1:${shopPort}`,
    mailbox: settings.demo ? new Mailbox() : undefined,
    testChain,
  };
  const asOwner = { ...context, databaseUrl: database.url };
  const seeded = await (settings.demo ? programs.seedDemo(asOwner) : programs.seedProvider(asOwner));
  await built;
  const worker = await programs.startWorker(context);
  onStop('the worker', worker.close);
  const watcher = await programs.startWatcher(context);
  onStop('the watcher', watcher.close);
  if (shopPort !== undefined && seeded.shop !== undefined) {
    const shop = await programs.startShop({ port: shopPort, publicUrl, localUrl: localUrl(settings.host, port), keys: seeded.shop, log });
    onStop('the demo shop', shop.close);
  }
  const api = await programs.startApi(context);
  onStop('the api', api.close);
  lock.announce(publicUrl);
  say(
    startTable({
      publicUrl,
      operatorUrl: settings.operatorUrl,
      demo: settings.demo,
      logins: seeded.logins,
      dataFolder,
      took_ms: performance.now() - started,
    }),
  );
  // What only the start needed is given up at the next collections, and the heap grows by less between them.
  setFlagsFromString('--memory-saver-mode');
}

async function loadPrograms() {
  const [{ startApi }, { startWorker }, { startWatcher }, { seedDemo, seedProvider }, { demoChain }, { startShop }] = await Promise.all([
    import('../main/api.ts'),
    import('../main/worker.ts'),
    import('../main/watcher.ts'),
    import('../demo/seed.ts'),
    import('../demo/test-chain.ts'),
    import('./shop.ts'),
  ]);
  return { startApi, startWorker, startWatcher, seedDemo, seedProvider, demoChain, startShop };
}

/** Where a program on this machine reaches us, whatever we listen on. */
function localUrl(host: string, port: number): string {
  const everywhere = ['localhost', '0.0.0.0', '::'].includes(host);
  return `http://${everywhere ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Where the demo shop receives its webhooks: on this very machine, which no webhook may reach otherwise. */
function ownAddresses(publicUrl: string, port: number): AllowedTarget[] {
  const { hostname, port: publicPort } = new URL(publicUrl);
  const own = [
    { network: '127.0.0.1/32', port },
    { network: '::1/128', port },
  ];
  return isIP(hostname) === 4 ? [...own, { network: `${hostname}/32`, port: Number(publicPort) || undefined }] : own;
}

/** The folder must be there before anything can be kept in it; only its owner reads what is inside. */
async function settle(settings: Settings): Promise<Settings> {
  try {
    // Started by root, PostgreSQL runs as another user, who has to pass through.
    await mkdir(settings.dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return settings;
  } catch (error) {
    throw new CannotStart(`PURSER_DATA: the folder ${settings.dataFolder} cannot be made (${(error as Error).message}).`);
  }
}

function lockData(dataFolder: string): Lock {
  try {
    return takeLock(join(dataFolder, 'lock'));
  } catch (error) {
    if (!(error instanceof LockedError))
      throw new CannotStart(`PURSER_DATA: ${dataFolder} cannot be written to (${(error as Error).message}).`);
    const { pid, address } = error.holder;
    const where = address === undefined ? '' : ` at ${address}`;
    throw new CannotStart(
      `PURSER_DATA: Purser already runs on ${dataFolder}${where} (process ${pid}). Stop that one, or give this one a folder of its own, such as: PURSER_DATA=.data-2 PORT=3001 npm start`,
    );
  }
}

/** A demo keeps its terminal clean and its log in a file; in real use the log goes where the operator collects it. */
async function openLog(settings: Settings): Promise<Logger> {
  const file = join(settings.dataFolder, 'purser.log');
  if (settings.demo) {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > LONGEST_LOG_BYTES) await rename(file, `${file}.1`);
  }
  return pino(logOptions(settings.logLevel), settings.demo ? destination({ dest: file, mode: 0o600 }) : destination(1));
}

/** Made once: what it has sealed in the database can be opened with no other. */
async function keptMasterKey(dataFolder: string): Promise<Buffer> {
  const file = join(dataFolder, 'master-key');
  const kept = Buffer.from(await readFile(file, 'utf8').catch(() => ''), 'base64');
  if (kept.length === 32) return kept;
  if (kept.length > 0) throw new CannotStart(`${file} is damaged: it must hold 32 bytes in base64. Put it back, or run "npm run reset".`);
  const key = randomBytes(32);
  await writeFile(`${file}.new`, `${key.toString('base64')}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}

function onStop(what: string, close: () => Promise<void> | void): void {
  closers.push({ what, close });
  if (stopping !== undefined) void stop(1);
}

/** Stops what was started, last first, and ends the process. */
function stop(exitCode: number, reason?: unknown): Promise<void> {
  building.abort();
  if (reason !== undefined) explain(reason);
  stopping ??= (async () => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      try {
        await next.close();
      } catch (error) {
        console.error(`While stopping ${next.what}:`, error);
      }
    }
    process.exit(exitCode);
  })();
  return stopping;
}

/** Errors whose message says all that somebody at a terminal needs. */
const UNDERSTOOD = [CannotStart, MigrationError, WebBuildError];

function explain(error: unknown): void {
  if (error instanceof SettingsError) {
    console.error(`\nPurser cannot start with these settings:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}\n`);
  } else if (UNDERSTOOD.some((kind) => error instanceof kind)) {
    console.error(`\nPurser cannot start.\n  ${(error as Error).message}\n`);
  } else {
    console.error('\nPurser has to stop:', error);
  }
}

function onSignal(signal: NodeJS.Signals): void {
  const now = Date.now();
  // One Ctrl-C may arrive twice: from the terminal, and from the script that started this one.
  if (now - lastSignalAt < REPEATED_SIGNAL_MS && stopping !== undefined) return;
  lastSignalAt = now;
  if (stopping !== undefined) process.exit(130);
  say(signal === 'SIGINT' ? '\nStopping…' : 'Stopping…');
  void stop(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
followAncestors(process.env['PURSER_FOLLOWS_PARENT'], () => void (stopping ?? stop(0)));
// A terminal that was closed, or a pipe that nobody reads any more, is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('uncaughtException', (error) => void stop(1, error));
process.on('unhandledRejection', (error) => void stop(1, error));
await start().catch((error: unknown) => stop(1, stopping === undefined ? error : undefined));

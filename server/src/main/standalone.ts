import { pino } from 'pino';
import { InstallationError, insistOnMigrated, settleInstallation } from '../platform/installation.ts';
import { sendToNodes } from '../platform/chain/node-headers.ts';
import { logOptions } from '../platform/observe/log.ts';
import { Platform } from '../platform/platform.ts';
import { readSettings, SettingsError } from '../platform/settings.ts';
import { CONNECTIONS } from './connections.ts';
import { databaseAnswers } from './database-answers.ts';
import type { Program, ProgramContext } from '../quick-start/programs.ts';

/** What a program's features stand on, from what it was started with. */
export function createPlatform(
  { settings, databaseUrl, masterKey, log, mailbox, testChain }: ProgramContext,
  program: 'api' | 'worker' | 'watcher',
): Platform {
  const connections = CONNECTIONS[program];
  return new Platform({ ...settings, databaseUrl, masterKey, mailbox, testChain, checkAnswers: false }, log, { connections });
}

/**
 * Runs one program as a process of its own, as in production: any number of them share one database, which must be
 * migrated already. SIGINT and SIGTERM let what is under way finish.
 */
export async function runAlone(name: string, start: (context: ProgramContext) => Promise<Program>): Promise<void> {
  const context = contextFromEnvironment(name);
  const { databaseUrl, masterKey, settings, log } = context;
  await databaseAnswers(databaseUrl, log);
  await refuseOtherInstallation(() => insistOnMigrated(databaseUrl));
  await refuseOtherInstallation(() => settleInstallation(databaseUrl, { demo: settings.demo, masterKey }));
  const program = await refuseOtherInstallation(() => start(context));
  log.info({ program: name, port: context.settings.port }, 'started');
  const stop = (): void => {
    program.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** The wrong master key, the wrong kind of data or the wrong schema must end a program before it touches anything. */
async function refuseOtherInstallation<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof InstallationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function contextFromEnvironment(name: string): ProgramContext {
  try {
    const settings = readSettings(process.env);
    if (!settings.databaseUrl) throw new SettingsError([`DATABASE_URL: is required to run the ${name} alone`]);
    if (!settings.masterKey) throw new SettingsError([`PURSER_MASTER_KEY: is required to run the ${name} alone`]);
    sendToNodes(settings.nodeHeaders);
    const log = pino(logOptions(settings.logLevel));
    return { settings, databaseUrl: settings.databaseUrl, masterKey: settings.masterKey, log, shopUrl: undefined };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

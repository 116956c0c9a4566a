import { pino } from 'pino';
import { CannotStart } from '../platform/cannot-start.ts';
import { insistOnMigrated, settleInstallation } from '../platform/installation.ts';
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
  const program = await orSayWhy(async () => {
    await databaseAnswers(databaseUrl, log);
    await insistOnMigrated(databaseUrl);
    await settleInstallation(databaseUrl, { demo: settings.demo, masterKey });
    return start(context);
  });
  log.info({ program: name, ...(name === 'api' && { port: context.settings.port }) }, 'started');
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

/** Ends the program with the reason why it cannot start: the wrong master key, say, which must end it before it touches anything. */
async function orSayWhy<Result>(start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
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

import { pino } from 'pino';
import { logOptions } from '../platform/log.ts';
import { Platform } from '../platform/platform.ts';
import { readSettings, SettingsError } from '../platform/settings.ts';
import type { Program, ProgramContext } from './quick-start-programs.ts';

/** What a program's features stand on, from what it was started with. */
export function createPlatform(
  { settings, databaseUrl, masterKey, log }: ProgramContext,
  { connections }: { connections: number },
): Platform {
  return new Platform({ ...settings, databaseUrl, masterKey, checkAnswers: false }, log, { connections });
}

/**
 * Runs one program as a process of its own, as in production: any number of them share one database, which must be
 * migrated already. SIGINT and SIGTERM let what is under way finish.
 */
export async function runAlone(name: string, start: (context: ProgramContext) => Promise<Program>): Promise<void> {
  const context = contextFromEnvironment(name);
  const program = await start(context);
  context.log.info({ program: name, port: context.settings.port }, 'started');
  const stop = (): void => {
    program.close().then(
      () => process.exit(0),
      (error: unknown) => {
        context.log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function contextFromEnvironment(name: string): ProgramContext {
  try {
    const settings = readSettings(process.env);
    if (!settings.databaseUrl) throw new SettingsError([`DATABASE_URL: is required to run the ${name} alone`]);
    if (!settings.masterKey) throw new SettingsError([`PURSER_MASTER_KEY: is required to run the ${name} alone`]);
    const log = pino(logOptions(settings.logLevel));
    return { settings, databaseUrl: settings.databaseUrl, masterKey: settings.masterKey, log, shopUrl: undefined };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

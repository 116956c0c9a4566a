import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Settings } from '../platform/settings.ts';

/** What every program of Purser is started with. */
export interface ProgramContext {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly log: Logger;
  /** Where the demo shop listens, for the api to pass /shop on to; undefined with the demo off. */
  readonly shopUrl: string | undefined;
}

export interface Program {
  close(): Promise<void>;
}

/** A login to show in the table. */
export interface DemoLogin {
  readonly what: string;
  readonly username: string;
  readonly password: string;
  /** A payer's six digits. */
  readonly paymentPassword?: string;
  /** The authenticator's secret in base32, if one is bound. */
  readonly totpSecret?: string;
}

export interface Seeded {
  readonly logins: readonly DemoLogin[];
  /** For the demo shop: what a merchant's system is configured with. */
  readonly shopEnvironment?: Readonly<Record<string, string>>;
}

interface Programs {
  startApi(context: ProgramContext): Promise<Program>;
  startWorker(context: ProgramContext): Promise<Program>;
  seedDemo(context: ProgramContext): Promise<Seeded>;
  seedOperator(context: ProgramContext): Promise<Seeded>;
}

export async function loadPrograms(): Promise<Programs> {
  const load = async (file: string): Promise<object> => {
    const path = fileURLToPath(new URL(file, import.meta.url));
    return existsSync(path) ? ((await import(path)) as object) : {};
  };
  const [api, worker, seed] = await Promise.all([load('./api.ts'), load('./worker.ts'), load('./seed.ts')]);
  const nothing = async (): Promise<Program> => ({ close: async () => undefined });
  const nobody = async (): Promise<Seeded> => ({ logins: [] });
  return { startApi: nothing, startWorker: nothing, seedDemo: nobody, seedOperator: nobody, ...api, ...worker, ...seed };
}

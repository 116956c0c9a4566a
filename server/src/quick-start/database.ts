import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../platform/cannot-start.ts';
import { unreachable } from '../platform/database/unreachable.ts';
import { type LoginUrls, makeLogins, settleOwner } from './embedded-postgres-owner.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

export interface RunningDatabase {
  /** Connects as the owner of the tables: for migrations and seeds. */
  readonly url: string;
  /**
   * Once migrated: the addresses by which the programs connect. The embedded server has plain logins for them, whose passwords nobody else
   * is told; of another server only `DATABASE_URL` is known.
   */
  logins(): Promise<LoginUrls | undefined>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly dataFolder: string;
  /** The operator's own server; undefined starts the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly onNotice: (line: string) => void;
  /** The embedded server has ended by itself and could not be started again. */
  readonly onLost: (error: unknown) => void;
}

const OLDEST_SERVER = 150_000;
const MOST_RESTARTS = 5;
const CALM_AFTER_MS = 60_000;
const PORT_PATIENCE_MS = 15_000;
const PORT_RETRY_MS = 200;

/** Makes sure of a database: the one DATABASE_URL names, or the embedded one, which is started again if it dies. */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const { dataFolder, databaseUrl } = options;
  if (databaseUrl !== undefined) {
    await verifyServer(databaseUrl);
    return { url: databaseUrl, logins: async () => undefined, close: async () => undefined };
  }
  const urlFile = join(dataFolder, 'database-url');
  const keptUrl = (await readFile(urlFile, 'utf8').catch(() => '')).trim();
  const state = {
    server: await startEmbeddedPostgres({ dataFolder, port: portOf(keptUrl), onNotice: options.onNotice }),
    closing: false,
  };
  const url = await settleOwner(state.server.url, keptUrl).catch(async (error: unknown) => {
    await state.server.stop();
    throw error;
  });
  await keep(urlFile, url);
  watch(state, options);
  return {
    url,
    logins: () => makeLogins(state.server.url),
    close: async () => {
      state.closing = true;
      await state.server.stop();
    },
  };
}

/** The port of the last start, so that a psql left open finds the database again. */
function portOf(url: string): number | undefined {
  return URL.canParse(url) ? Number(new URL(url).port) : undefined;
}

async function keep(file: string, url: string): Promise<void> {
  await writeFile(`${file}.new`, `${url}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The programs' connection pools go on by themselves as soon as the same port answers again. */
function watch(state: { server: EmbeddedPostgres; closing: boolean }, options: DatabaseOptions): void {
  const restarts: number[] = [];
  const onEnded = async (): Promise<void> => {
    if (state.closing) return;
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((at) => at > now - CALM_AFTER_MS).length > MOST_RESTARTS) throw new Error('the database keeps ending');
    options.onNotice('The database ended unexpectedly; starting it again.');
    const server = await startAgain(state.server.port);
    state.server = server;
    if (state.closing) await server.stop();
    else follow(server);
  };
  /** While nobody listens there, any program's outgoing connection may hold the port for a moment, even one of ours that looks for the database. */
  const startAgain = async (port: number): Promise<EmbeddedPostgres> => {
    const until = performance.now() + PORT_PATIENCE_MS;
    for (;;) {
      const server = await startEmbeddedPostgres({ dataFolder: options.dataFolder, port, onNotice: options.onNotice });
      if (server.port === port || state.closing) return server;
      await server.stop();
      if (performance.now() > until) throw new Error(`the database's port ${port} was taken by another program`);
      await sleep(PORT_RETRY_MS);
    }
  };
  const follow = (server: EmbeddedPostgres): void => {
    server.ended.then(onEnded).catch(options.onLost);
  };
  follow(state.server);
}

/** Makes sure that the server can be reached and is one Purser can use. */
export async function verifyServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; name: string; encoding: string; may_change: boolean; login: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding, has_database_privilege(current_database(), 'create') as may_change, current_user as login`,
    );
    const [server] = rows;
    if (Number(server?.number) < OLDEST_SERVER) {
      throw new CannotStart(`DATABASE_URL: names a PostgreSQL ${server?.name}; Purser needs 15 or newer.`);
    }
    if (server?.encoding !== 'UTF8') {
      throw new CannotStart(`DATABASE_URL: names a database encoded in ${server?.encoding}; Purser needs one in UTF8.`);
    }
    if (!server.may_change) {
      throw new CannotStart(
        `DATABASE_URL: the login ${server.login} may not change the schema. Name the database's owner here, such as purser_owner.`,
      );
    }
  } catch (error) {
    throw error instanceof CannotStart ? error : unreachable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

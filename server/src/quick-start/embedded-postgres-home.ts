import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { type Binaries, copyBinaries } from './embedded-postgres-binaries.ts';
import { canEnter, canRead, canWrite, choosePostgresUser, ids, type RunAs } from './embedded-postgres-user.ts';

/** A place where the system user can keep the cluster, and programs that user can run. */
export interface Home {
  readonly folder: string;
  readonly cluster: string;
  readonly user: RunAs;
  readonly binaries: Binaries;
}

const CLUSTER = 'cluster';
/** What a cluster is called until it is whole. */
const HALF = 'cluster.new';

/** Names, inside the data folder, the folder the cluster had to be put in instead. */
export const LOCATION_FILE = 'postgres.location';

/**
 * Chooses where the cluster lives: inside the data folder, or, if PostgreSQL's user cannot reach it there (root's
 * checkout below a 0700 folder), in a folder of its own elsewhere that the data folder points at.
 */
export async function settleHome(dataFolder: string, installed: Binaries): Promise<Home> {
  const inside = join(dataFolder, 'postgres');
  const pointed = await readFile(join(dataFolder, LOCATION_FILE), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (pointed !== undefined && !(await exists(pointed))) {
    throw new Error(
      `The database's folder ${pointed} is gone (named in ${join(dataFolder, LOCATION_FILE)}). Put it back, or run "npm run reset" to begin anew.`,
    );
  }
  const user = choosePostgresUser(join(pointed ?? inside, CLUSTER));
  const folder = pointed ?? ((await usable(inside, user)) ? inside : await relocate(dataFolder, inside, user));
  const readable =
    installed.isSystems === true ||
    (canRead(user, join(installed.root, 'share/postgresql/postgres.bki')) && canEnter(user, installed.postgres));
  const binaries = readable ? installed : await copyBinaries(installed, folder);
  return { folder, cluster: join(folder, CLUSTER), user, binaries };
}

async function usable(folder: string, user: RunAs): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  if (user.uid === undefined) return true;
  const { uid } = await stat(folder);
  if (uid === 0) await chown(folder, user.uid, user.gid ?? user.uid);
  return canWrite(user, folder);
}

async function relocate(dataFolder: string, inside: string, user: RunAs): Promise<string> {
  if (await exists(join(inside, CLUSTER))) {
    throw new Error(
      `The database in ${inside} belongs to the system user ${user.name}, who cannot reach it: ${firstShut(inside, user)} lets nobody else pass. Allow that with "chmod o+x", or set PURSER_DATA to another folder.`,
    );
  }
  const folder = await makeReachable(user);
  await writeFile(join(dataFolder, LOCATION_FILE), `${folder}\n`, { mode: 0o600 });
  await rmdir(inside).catch(() => undefined);
  return folder;
}

/** The outermost folder on the way that the user may not pass. */
function firstShut(path: string, user: RunAs): string {
  const { root } = parse(path);
  const parents: string[] = [];
  for (let folder = resolve(path); folder !== root; folder = dirname(folder)) parents.unshift(folder);
  return parents.find((folder) => !canEnter(user, folder)) ?? path;
}

/** A new folder with a name nobody can guess, where the user can write; where programs keep their state first. */
async function makeReachable(user: RunAs): Promise<string> {
  for (const parent of ['/var/lib/purser', '/var/tmp', tmpdir()]) {
    try {
      if (parent === '/var/lib/purser') await mkdir(parent, { mode: 0o711, recursive: true });
      const folder = await mkdtemp(join(parent, 'purser-'));
      if (user.uid !== undefined) await chown(folder, user.uid, user.gid ?? user.uid);
      if (canWrite(user, folder)) return folder;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // A read-only or missing place: the next one.
    }
  }
  throw new Error(`No folder was found that the system user ${user.name} can write to; set PURSER_DATA to one it can reach.`);
}

/**
 * Makes the cluster unless it is there. It is made beside its place and moved there when whole, so a start that
 * was cut short leaves only a half that is thrown away.
 */
export async function ensureCluster(home: Home, password: string): Promise<{ made: boolean }> {
  if (await exists(home.cluster)) {
    await verifyCluster(home);
    return { made: false };
  }
  await throwHalvesAway(home.folder);
  // A name of its own: the initdb of a start that was killed may still be writing into its half.
  const half = join(home.folder, `${HALF}${randomBytes(4).toString('hex')}`);
  const passwordFile = join(home.folder, 'initdb-password');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (home.user.uid !== undefined) await chown(passwordFile, home.user.uid, home.user.gid ?? home.user.uid);
    await run(home, home.binaries.initdb, [
      `--pgdata=${half}`,
      '--username=purser',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Byte order and rules that no system library's upgrade can change under an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    await rename(half, home.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
  return { made: true };
}

/** What cannot be removed because something still writes into it is removed by a later start. */
async function throwHalvesAway(folder: string): Promise<void> {
  const halves = (await readdir(folder)).filter((name) => name.startsWith(HALF));
  await Promise.all(halves.map((name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined)));
}

async function verifyCluster(home: Home): Promise<void> {
  const major = home.binaries.version.split('.')[0];
  const version = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
  if (version === undefined || !(await exists(join(home.cluster, 'global/pg_control')))) {
    throw new Error(
      `The database in ${home.cluster} is damaged: files are missing. Restore a backup, or run "npm run reset" to begin anew.`,
    );
  }
  if (version !== major) {
    throw new Error(
      `The database in ${home.cluster} was made by PostgreSQL ${version}, and this Purser brings ${major}. Carry the data over with pg_dump of that version, see docs/operate.md.`,
    );
  }
}

function run(home: Home, program: string, args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: cleanEnvironment(), ...ids(home.user) });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`${basename(program)} failed (${code}): ${errors.trim()}`))));
  });
}

/** PostgreSQL reads PG* variables and locales; a developer's own must not steer the embedded one. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C', LANG: 'C' };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

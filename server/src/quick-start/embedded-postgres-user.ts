import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The system user PostgreSQL runs as; undefined ids mean the user of this process. */
export interface RunAs {
  readonly name: string;
  readonly uid?: number;
  readonly gid?: number;
}

const DEDICATED_USER = 'purser';

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the cluster's owner if there is a cluster, else
 * as a system user made for it, else as the one PostgreSQL's own packages make.
 */
export function choosePostgresUser(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return { name: process.env['USER'] ?? 'this user' };
  const owner = ownerOf(cluster);
  if (owner !== undefined && owner.uid !== 0) return { name: `uid ${owner.uid}`, ...owner };
  for (const name of [DEDICATED_USER, 'postgres']) {
    const user = lookUp(name);
    if (user !== undefined) return user;
  }
  createSystemUser();
  const user = lookUp(DEDICATED_USER) ?? lookUp('nobody');
  if (user === undefined) {
    throw new Error(
      `PostgreSQL does not run as root, and no system user "${DEDICATED_USER}" could be made. Start Purser as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return user;
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : { uid: found.uid, gid: found.gid };
}

/** Asks the system rather than /etc/passwd: users may come from elsewhere. */
function lookUp(name: string): RunAs | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  const [uid, gid] = ids.map((answer) => (answer.status === 0 ? Number(answer.stdout.trim()) : Number.NaN));
  return uid !== undefined && gid !== undefined && uid > 0 && gid >= 0 ? { name, uid, gid } : undefined;
}

/** Debian and Red Hat have useradd, Alpine has adduser; neither being there is not an error yet. */
function createSystemUser(): void {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', DEDICATED_USER]);
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', DEDICATED_USER]);
}

/** Whether the user can read this file or enter this folder; parents that shut it out are found by trying. */
export function canRead(user: RunAs, path: string): boolean {
  return probe(user, 'test -r "$1"', path);
}

/** Whether the user can write into this folder. */
export function canWrite(user: RunAs, folder: string): boolean {
  return probe(user, 'test -w "$1" && test -x "$1"', folder);
}

/** Whether the user can pass through this folder. */
export function canEnter(user: RunAs, folder: string): boolean {
  return probe(user, 'test -x "$1"', folder);
}

function probe(user: RunAs, condition: string, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', condition, 'sh', path], { cwd: '/', ...ids(user) }).status === 0;
}

/** The part of spawn's options that makes the child run as this user. */
export function ids(user: RunAs): { uid?: number; gid?: number } {
  return user.uid === undefined ? {} : { uid: user.uid, gid: user.gid };
}

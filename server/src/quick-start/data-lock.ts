import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Somebody alive holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly holder: LockHolder;

  constructor(holder: LockHolder) {
    super(`held by process ${holder.pid}`);
    this.holder = holder;
  }
}

interface LockHolder {
  readonly pid: number;
  /** What tells the process from a later one with the same pid. */
  readonly identity: string;
  /** Where the holder can be reached, once it can. */
  readonly address: string | undefined;
}

export interface Lock {
  /** Lets whoever finds the lock held say where. */
  announce(address: string): void;
  release(): void;
}

/** Takes the lock that this file is, or throws LockedError. A lock whose holder is gone, killed or not, is taken over. */
export function takeLock(file: string): Lock {
  const mine = { pid: process.pid, identity: identityOf(process.pid) ?? '', address: undefined };
  for (;;) {
    if (createExclusively(file, mine)) break;
    const found = read(file);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder !== undefined && isHeld(holder)) throw new LockedError(holder);
    discard(file, found);
  }
  return {
    announce: (address) => replace(file, { ...mine, address }),
    release: () => {
      if (parse(read(file) ?? '')?.identity === mine.identity) rmSync(file, { force: true });
    },
  };
}

function isHeld(holder: LockHolder): boolean {
  return identityOf(holder.pid) === holder.identity;
}

/** The file appears whole or not at all: written beside, then linked, which fails if there is one. */
function createExclusively(file: string, holder: LockHolder): boolean {
  const draft = besides(file);
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replace(file: string, holder: LockHolder): void {
  const draft = besides(file);
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  renameSync(draft, file);
}

/** Removes a stale lock unless somebody has just replaced it, in which case theirs is put back. */
function discard(file: string, stale: string): void {
  const aside = besides(file);
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process has it by now.
    }
  }
  rmSync(aside, { force: true });
}

function besides(file: string): string {
  return `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(content: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(content) as LockHolder;
    return Number.isInteger(holder.pid) && typeof holder.identity === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** When the process began, counted from which boot; undefined if there is no such process. */
function identityOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted behind the program's name, which may itself hold blanks and brackets; see proc(5).
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
    return listed.status === 0 && listed.stdout.trim() !== '' ? listed.stdout.trim() : undefined;
  }
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a running (or killed) server says of itself in postmaster.pid. */
interface Postmaster {
  readonly pid: number;
  /** Seconds since 1970, as the server wrote it; tells two servers of one pid apart. */
  readonly startedAt: string;
  readonly port: number;
  readonly status: string;
}

const LEFTOVER_PATIENCE_MS = 20_000;

/** Reads postmaster.pid, whose lines PostgreSQL documents in miscadmin.h; undefined if there is none. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), startedAt: lines[2] ?? '', port: Number(lines[3]), status: lines[7] ?? '' };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Ends a server that outlived the process that started it. Only a process that runs PostgreSQL on this very cluster
 * is ever signalled. Returns the pid that a stale pid file names if it is somebody else's by now: PostgreSQL must
 * be told to overlook that one.
 */
export async function stopLeftover(cluster: string, notice: (line: string) => void): Promise<{ foreignPid: number | undefined }> {
  const postmaster = await readPostmaster(cluster);
  if (postmaster === undefined || !(postmaster.pid > 1) || !isAlive(postmaster.pid)) return { foreignPid: undefined };
  if (!runsOn(postmaster.pid, cluster)) return { foreignPid: postmaster.pid };
  notice('A database server left by an earlier start is still running; stopping it first.');
  signal(postmaster.pid, 'SIGINT');
  const patience = Date.now() + LEFTOVER_PATIENCE_MS;
  let impatient = false;
  while (isAlive(postmaster.pid) && runsOn(postmaster.pid, cluster)) {
    if (Date.now() > patience && !impatient) {
      impatient = true;
      signal(postmaster.pid, 'SIGQUIT');
    }
    await sleep(20);
  }
  return { foreignPid: undefined };
}

/** Signals a process that may end at any moment. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether the process runs PostgreSQL on this very cluster. */
export function runsOn(pid: number, cluster: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(cluster);
}

/** The process's command line, from /proc where there is one; empty for a process that has just ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}

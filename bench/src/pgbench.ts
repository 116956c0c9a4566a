import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const CLIENTS = 8;
const SCALE = 10;

/** PostgreSQL's own bench program, on PATH or where Debian puts it; undefined when there is none. */
export async function findPgbench(): Promise<string | undefined> {
  const debian = await readdir(DEBIAN_FOLDER).catch(() => []);
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...debian
      .toSorted()
      .reverse()
      .map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
  ];
  for (const folder of folders) {
    const program = path.join(folder, 'pgbench');
    if (
      await access(program).then(
        () => true,
        () => false,
      )
    )
      return program;
  }
  return undefined;
}

/** Makes pgbench's own tables in the database. */
export async function prepareTpcB(pgbench: string, url: string): Promise<void> {
  await run(pgbench, ['-i', '-q', '-s', String(SCALE), url]);
}

/** Transactions per second of the built-in TPC-B script, eight clients at once. */
export async function runTpcB(pgbench: string, url: string, seconds: number): Promise<number> {
  const { stdout } = await run(pgbench, ['-n', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds), url]);
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!tps) throw new Error(`pgbench said no tps: ${stdout}`);
  return Number(tps);
}

import { existsSync, globSync } from 'node:fs';
import { run } from './generators.ts';

const SCALE = 20;
const CLIENTS = 16;

function pgbench(): string {
  const found = [...globSync('/usr/lib/postgresql/*/bin/pgbench'), '/usr/bin/pgbench', '/usr/local/bin/pgbench'].find((path) =>
    existsSync(path),
  );
  if (!found) throw new Error('pgbench is not installed: on Debian, apt-get install postgresql-contrib');
  return found;
}

export async function prepareTpcB(databaseUrl: string): Promise<void> {
  await run(pgbench(), ['--initialize', '--quiet', `--scale=${SCALE}`, databaseUrl]);
}

/** Transactions a second of pgbench's own TPC-B-like script, prepared statements, on this database. */
export async function tpcB(databaseUrl: string, seconds: number): Promise<number> {
  const output = await run(pgbench(), [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${CLIENTS}`,
    '--jobs=2',
    `--time=${seconds}`,
    databaseUrl,
  ]);
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`pgbench said nothing of use:\n${output}`);
  return Number(rate);
}

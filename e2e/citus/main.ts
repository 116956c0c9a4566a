import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../../server/src/platform/testing/programs.ts';
import { CitusCluster, citusBinaries } from './cluster.ts';

/**
 * Unit tests on a cluster that is made for them: a coordinator and two workers on this machine.
 *
 *     PG_CONFIG=/usr/lib/postgresql/18/bin/pg_config npm run test:citus                  (all that have a database)
 *     PG_CONFIG=/usr/lib/postgresql/18/bin/pg_config npm run test:citus -- checkout      (files whose names have the word)
 */
const binaries = citusBinaries();
const folder = await mkdtemp(join(tmpdir(), 'purser-citus-'));
// As root, PostgreSQL runs as another user, who has to get through.
await chmod(folder, 0o711);
const cluster = await CitusCluster.start({ folder, binaries, durable: false });
try {
  const coordinator = await cluster.startCoordinator(join(folder, 'coordinator'));
  try {
    process.exitCode = await vitest(coordinator.url);
  } finally {
    await coordinator.stop();
  }
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}

function vitest(url: string): Promise<number> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const child = spawn(process.execPath, [program, 'run', '--project=api', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, PURSER_TEST_CITUS: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/platform/testing/programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE_MS = 120_000;

/** Starts Purser as `npm start` does, on a free port and a data folder of its own, and stops it after the last test. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-e2e-'));
  // As root, PostgreSQL runs as another user, who has to get through; else the cluster would be made elsewhere, and stay.
  await chmod(folder, 0o711);
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'server/src/quick-start/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PURSER_DATA: folder, PORT: String(port), PURSER_DEMO: '1', DATABASE_URL: '' },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const table = await startTable(child);
    const secret = /\b[A-Z2-7]{32}\b/.exec(table)?.[0];
    if (!secret) throw new Error(`the start's table names no authenticator secret:\n${table}`);
    process.env['PURSER_E2E_URL'] = `http://localhost:${port}`;
    process.env['PURSER_E2E_TOTP'] = secret;
    process.env['PURSER_E2E_DATA'] = folder;
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the start printed, once its last line is there. */
function startTable(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const patience = setTimeout(() => reject(new Error(`Purser did not start in time:\n${output}`)), PATIENCE_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (!/TOTP/.test(output)) return;
      clearTimeout(patience);
      resolve(output);
    });
    child.once('exit', (code) => {
      clearTimeout(patience);
      reject(new Error(`Purser ended with ${code}:\n${output}`));
    });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../server/src/platform/testing/programs.ts';
import { scratchFolder } from '../../server/src/platform/testing/scratch.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE_MS = 120_000;

/** A Purser that runs as `npm start` starts it, on a free port and a data folder of its own. */
export interface Started {
  readonly baseUrl: string;
  readonly folder: string;
  /** What the start printed, up to what was waited for. */
  readonly output: string;
  stop(): Promise<void>;
}

/**
 * Starts Purser and waits until it has printed something.
 *
 * @param settings environment variables, made for the address that it will have
 */
export async function quickStart(settings: (baseUrl: string) => Readonly<Record<string, string>>, printed: RegExp): Promise<Started> {
  const folder = await mkdtemp(join(scratchFolder(), 'purser-e2e-'));
  // As root, PostgreSQL runs as another user, who has to get through; else the cluster would be made elsewhere, and stay.
  await chmod(folder, 0o711);
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'server/src/quick-start/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PURSER_DATA: folder, PORT: String(port), DATABASE_URL: '', ...settings(baseUrl) },
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
    return { baseUrl, folder, output: await outputUntil(child, printed), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function outputUntil(child: ChildProcess, printed: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const patience = setTimeout(() => reject(new Error(`Purser did not start in time:\n${output}`)), PATIENCE_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (!printed.test(output)) return;
      clearTimeout(patience);
      resolve(output);
    });
    // What it complains of is told at once, and beside a start that failed.
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      output += chunk.toString('utf8');
    });
    child.once('close', (code) => {
      clearTimeout(patience);
      reject(new Error(`Purser ended with ${code}:\n${output}`));
    });
  });
}

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LockedError, takeLock } from './data-lock.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const APPS = ['console', 'operator', 'payer'] as const;
const STAMP = '.built-from';
/** What each app's build reads, besides its own folder. */
const SHARED = [
  'packages/contract/src',
  'packages/client',
  'packages/i18n/src',
  'packages/ui/src',
  'packages/console-kit/src',
  'web/console-build.ts',
  'web/precompress.ts',
  'package-lock.json',
];
/** What one alone reads. */
const READ_BY: Readonly<Partial<Record<(typeof APPS)[number], readonly string[]>>> = {
  console: ['docs/integrate.md', 'docs/samples', 'docs/verify-liabilities.mjs'],
};
const NOT_SOURCE = new Set(['node_modules', 'dist', STAMP]);
const WAIT_FOR_OTHER_MS = 300;

/** A web app that does not build; the message carries what its build printed. */
export class WebBuildError extends Error {
  override readonly name = 'WebBuildError';
}

interface BuildOptions {
  /** Content with a build of other sources: for tests of what does not show on a page. */
  readonly anyBuild?: boolean;
  readonly onNotice?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Builds the web apps whose sources are not those of the build that is there. Two programs never build at once. */
export async function ensureWebBuilt(options: BuildOptions = {}): Promise<void> {
  if (options.anyBuild === true && APPS.every((app) => existsSync(join(ROOT, 'web', app, 'dist', STAMP)))) return;
  if ((await staleApps()).length === 0) return;
  const folder = join(ROOT, 'node_modules', '.cache');
  await mkdir(folder, { recursive: true });
  const lock = await waitForLock(join(folder, 'purser-web-build.lock'), options.signal);
  try {
    const stale = await staleApps();
    if (stale.length > 0) options.onNotice?.(`Building the web pages (${stale.map(({ app }) => app).join(', ')})…`);
    for (const { app, hash } of stale) await build(app, hash, options.signal);
  } finally {
    lock.release();
  }
}

async function waitForLock(file: string, signal: AbortSignal | undefined): Promise<{ release(): void }> {
  for (;;) {
    try {
      return takeLock(file);
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      await sleep(WAIT_FOR_OTHER_MS, undefined, { signal });
    }
  }
}

async function staleApps(): Promise<{ app: string; hash: string }[]> {
  const shared = await hashOf(SHARED.map((path) => join(ROOT, path)));
  const apps = await Promise.all(
    APPS.filter((app) => existsSync(join(ROOT, 'web', app, 'vite.config.ts'))).map(async (app) => {
      const hash = await hashOf(
        [join('web', app), ...(READ_BY[app] ?? [])].map((path) => join(ROOT, path)),
        shared,
      );
      const built = await readFile(join(ROOT, 'web', app, 'dist', STAMP), 'utf8').catch(() => '');
      return { app, hash, fresh: built.trim() === hash };
    }),
  );
  return apps.filter(({ fresh }) => !fresh);
}

/** One digest over names and contents of all source files below the paths; tests do not count. */
async function hashOf(paths: readonly string[], seed = ''): Promise<string> {
  const digest = createHash('sha256').update(seed);
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort();
  for (const file of files) {
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    digest.update(`\0${relative(ROOT, file)}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  const nested = await Promise.all(
    entries
      .filter((entry) => !NOT_SOURCE.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)])),
  );
  return nested.flat();
}

async function build(app: string, hash: string, signal: AbortSignal | undefined): Promise<void> {
  const folder = join(ROOT, 'web', app);
  await rm(join(folder, 'dist', STAMP), { force: true });
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { scripts: { build: string } };
  await run(scripts.build, folder, app, signal);
  await writeFile(join(folder, 'dist', STAMP), `${hash}\n`);
}

/** Runs a package script as npm would, without the half second that npm itself takes. */
function run(script: string, folder: string, app: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    const env = { ...process.env, PATH: path, NODE_ENV: 'production', NO_COLOR: '1' };
    const child = spawn(script, { cwd: folder, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    // The shell's children are in its group, and end with it.
    const abort = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    };
    signal?.addEventListener('abort', abort, { once: true });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-10_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', failed);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (code === 0) done();
      else failed(new WebBuildError(`The web app "${app}" could not be built (${script}):\n${output.trim()}`));
    });
  });
}

import { spawn, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { mutated, type Mutant } from './mutant.ts';

/** A mutant whose tests never end counts as killed: somebody would notice. */
const TIME_LIMIT_MS = 180_000;
const ALL_TESTS_LIMIT_MS = 900_000;

export type Verdict = 'killed' | 'killed by time' | 'SURVIVED';

/** A copy of the checkout in which mutants live, one at a time. The libraries are linked, the workspaces are the copy's own. */
export class ScratchCheckout {
  readonly #root: string;
  readonly folder: string;

  constructor(root: string) {
    this.#root = root;
    this.folder = mkdtempSync(join(tmpdir(), 'purser-mutation-'));
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    for (const file of files.split('\0').filter((name) => name !== '' && !name.startsWith('docs/images/'))) {
      mkdirSync(join(this.folder, dirname(file)), { recursive: true });
      cpSync(join(root, file), join(this.folder, file));
    }
    this.#linkLibraries();
  }

  /** The test files that fail without a mutant: they would kill every one. What fails is told. */
  async failing(files: readonly string[], environment: Readonly<Record<string, string>>): Promise<string[]> {
    const report = join(this.folder, 'without-mutant.json');
    const args = [...files, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const passed = await this.#test(args, environment, { stdio: 'inherit', limitMs: ALL_TESTS_LIMIT_MS });
    if (passed === true) return [];
    if (passed === undefined) throw new Error('the tests without a mutant do not come to an end');
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string; status: string }[] };
    return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(realpathSync(this.folder), name));
  }

  /** Runs test files; resolves with whether they passed, or undefined when they took too long. */
  #test(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    { stdio, limitMs }: { stdio: 'ignore' | 'inherit'; limitMs: number },
  ): Promise<boolean | undefined> {
    const vitest = join(this.#root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...args, '--maxWorkers=1'], {
      cwd: this.folder,
      env: { ...process.env, ...environment },
      stdio,
      // A group of its own, so that what the tests have started ends with them.
      detached: true,
    });
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        resolve(undefined);
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      }, limitMs);
      child.once('exit', (code) => {
        clearTimeout(limit);
        resolve(code === 0);
      });
    });
  }

  async judge(mutant: Mutant, environment: Readonly<Record<string, string>>): Promise<Verdict> {
    const { path, before, after } = mutated(this.folder, mutant);
    writeFileSync(join(this.folder, path), after);
    try {
      const passed = await this.#test([...mutant.tests, '--bail=1'], environment, { stdio: 'ignore', limitMs: TIME_LIMIT_MS });
      if (passed === undefined) return 'killed by time';
      return passed ? 'SURVIVED' : 'killed';
    } finally {
      writeFileSync(join(this.folder, path), before);
    }
  }

  #linkLibraries(): void {
    const libraries = join(this.#root, 'node_modules');
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(libraries)) {
      if (name === '@purser' || name === '.vite') continue;
      symlinkSync(join(libraries, name), join(this.folder, 'node_modules', name));
    }
    // These links are relative: in the copy they lead to the copy's own workspaces.
    cpSync(join(libraries, '@purser'), join(this.folder, 'node_modules/@purser'), { recursive: true, verbatimSymlinks: true });
  }
}

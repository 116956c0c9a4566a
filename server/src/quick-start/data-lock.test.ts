import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LockedError, takeLock } from './data-lock.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rm(folder, { recursive: true }));

/** Another process takes the lock, and holds it until it is killed. */
async function heldByAnother(): Promise<{ pid: number; kill: () => Promise<void> }> {
  const script = `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))};
    takeLock(${JSON.stringify(file)}).announce('http://localhost:3000'); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((done) => child.stdout.once('data', done));
  const kill = (): Promise<void> =>
    new Promise((done) => {
      child.once('exit', () => done());
      child.kill('SIGKILL');
    });
  return { pid: child.pid ?? 0, kill };
}

it('is refused while its holder lives, and tells where that one is', async () => {
  const holder = await heldByAnother();
  try {
    expect(() => takeLock(file)).toThrow(LockedError);
    expect(() => takeLock(file)).toThrow(
      expect.objectContaining({ holder: expect.objectContaining({ pid: holder.pid, address: 'http://localhost:3000' }) }),
    );
  } finally {
    await holder.kill();
  }
});

it('is taken over when its holder was killed', async () => {
  const holder = await heldByAnother();
  await holder.kill();
  const lock = takeLock(file);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
  lock.release();
  expect(await readdir(folder)).toEqual([]);
});

it('is taken over when the holder’s pid is another program by now', async () => {
  await writeFile(file, JSON.stringify({ pid: process.ppid, identity: 'long ago' }));
  takeLock(file).release();
});

it('is taken over when it is broken', async () => {
  await writeFile(file, '{"pid":');
  takeLock(file).release();
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';

const MODULE = new URL('ancestors.ts', import.meta.url).href;
const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** A program that follows a process, and takes every descriptor that it may have open. */
const EXHAUSTED = `
  import { openSync } from 'node:fs';
  const { followAncestors } = await import(${JSON.stringify(MODULE)});
  followAncestors(process.env.FOLLOWED, () => { console.log('gone'); process.exit(0); });
  setInterval(() => {}, 1000);
  if (process.env.EXHAUST) try { for (;;) openSync('/dev/null'); } catch (error) { console.log(error.code); }
  setTimeout(() => console.log('goes on'), 2500);`;

function follow(followed: ChildProcess, exhaust: boolean): { readonly child: ChildProcess; said: string } {
  const child = spawn('sh', ['-c', `ulimit -n 64; exec "$0" --input-type=module -e "$1"`, process.execPath, EXHAUSTED], {
    env: { PATH: process.env['PATH'] ?? '', FOLLOWED: `${followed.pid}:${process.pid}`, ...(exhaust && { EXHAUST: '1' }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const result = { child, said: '' };
  child.stdout?.on('data', (chunk: Buffer) => (result.said += chunk.toString()));
  return result;
}

it('takes an ancestor for gone when it is, and not when there is no descriptor left to look with', async () => {
  const followed = spawn('sleep', ['60']);
  started.push(followed);
  const [exhausted, watching] = [follow(followed, true), follow(followed, false)];
  await expect.poll(() => [exhausted.said, watching.said], { timeout: 15_000 }).toEqual(['EMFILE\ngoes on\n', 'goes on\n']);
  followed.kill('SIGKILL');
  await once(watching.child, 'exit');
  expect(watching.said).toBe('goes on\ngone\n');
  expect(exhausted.said).toBe('EMFILE\ngoes on\n');
});

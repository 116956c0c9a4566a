import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive } from './embedded-postgres-process.ts';
import { spawnKept, stopKept } from './kept-process.ts';

const env = { PATH: process.env['PATH'] };

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((done) => stream?.once('data', (chunk: Buffer) => done(chunk.toString('utf8').trim())));
}

it('passes the program’s exit code on', async () => {
  const child = spawnKept('/bin/sh', ['-c', 'exit 7'], { stopSignal: 'TERM', cwd: '/', env, output: 'ignore' });
  expect(await new Promise((done) => child.once('exit', done))).toBe(7);
});

it('lets the program end orderly when it is stopped', async () => {
  const script =
    "process.on('SIGTERM', () => { console.log('ended orderly'); process.exit(0); }); setInterval(() => {}, 1000); console.log(process.pid);";
  const child = spawnKept(process.execPath, ['-e', script], { stopSignal: 'TERM', cwd: '/', env, output: 'pipe' });
  const pid = Number(await firstLine(child.stdout));
  const words = firstLine(child.stdout);
  await stopKept(child, 5000);
  expect(await words).toBe('ended orderly');
  expect(isAlive(pid)).toBe(false);
});

it('kills a program that will not end', async () => {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid);";
  const child = spawnKept(process.execPath, ['-e', script], { stopSignal: 'TERM', cwd: '/', env, output: 'pipe' });
  const pid = Number(await firstLine(child.stdout));
  await stopKept(child, 200);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

it('stops the program when the process that started it is killed', async () => {
  const script = `import { spawnKept } from ${JSON.stringify(join(import.meta.dirname, 'kept-process.ts'))};
    spawnKept('/bin/sh', ['-c', 'echo $$; exec sleep 60'], { stopSignal: 'TERM', cwd: '/', env: process.env, output: 'inherit' });`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = Number(await firstLine(starter.stdout));
  expect(isAlive(pid)).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
});

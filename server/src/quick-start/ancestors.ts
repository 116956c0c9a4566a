import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1000;

/**
 * Tells when a process that started us is gone: npm and the start script may be killed without a word, and then
 * nobody could stop us by Ctrl-C. `followed` comes from scripts/runtime.mjs: `self`, or pairs of "process:its parent".
 */
export function followAncestors(followed: string | undefined, onGone: () => void): void {
  if (followed === undefined || followed === '') return;
  const pairs = followed.split(',').map((pair) => (pair === 'self' ? [process.pid, process.ppid] : pair.split(':').map(Number)));
  const timer = setInterval(() => {
    if (pairs.every(([pid, parent]) => isStillThere(pid ?? 0, parent))) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Only what is surely gone is gone: a process without a free descriptor cannot look, and goes on. */
function isStillThere(pid: number, parent: number | undefined): boolean {
  if (pid === process.pid) return process.ppid === parent;
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

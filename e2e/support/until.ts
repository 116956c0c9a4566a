import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds, and not for longer than the given time. */
export async function until(what: string, patienceMs: number, holds: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > patience) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
    await sleep(50);
  }
}

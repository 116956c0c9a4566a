import { setTimeout as sleep } from 'node:timers/promises';

const QUARTER_MS = 15 * 60_000;
const ENOUGH_MS = 20_000;

/** Waits for the next quarter of an hour where this one is nearly over: hours and days, in whatever zone, end with one, and a test's would become two. */
export async function wellWithinAQuarter(): Promise<void> {
  const leftMs = QUARTER_MS - (Date.now() % QUARTER_MS);
  if (leftMs < ENOUGH_MS) await sleep(leftMs + 100);
}

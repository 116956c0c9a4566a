import { setTimeout as sleep } from 'node:timers/promises';
import type { UnderWay } from '../database/under-way.ts';

/** A wave of look-ups that has not come back after this time is left behind, and the next one is asked. */
const DEADLINE_MS = 5_000;
/** While more is asked than one query after the other answers, they begin this far apart: fewer and larger ones leave more time to everything else. */
const APART_MS = 5;

interface CoalesceOptions {
  readonly name: string;
  readonly underWay: UnderWay;
  /** Keys that are asked for at once. */
  readonly most?: number;
}

/**
 * Answers many small look-ups that are asked for at the same time with one query. What is asked while a query is
 * under way waits for the next one, and an idle system answers at once.
 *
 * @param loadMany answers in the order of its keys
 */
export function coalesce<Key, Value>(
  { name, underWay, most = 500 }: CoalesceOptions,
  loadMany: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // What arrives within this turn of the event loop joins the first query.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const begun = performance.now();
      const batch = waiting.splice(0, most);
      try {
        const keys = batch.map(({ key }) => key);
        const values = await underWay.run(name, DEADLINE_MS, 'not_ready', async () => loadMany(keys));
        for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      const early = begun + APART_MS - performance.now();
      if (waiting.length > 0 && early > 0) await sleep(early);
    }
    running = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!running) void drain();
    });
}

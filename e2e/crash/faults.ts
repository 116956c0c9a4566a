import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseProxy } from '../../server/src/platform/testing/database-proxy.ts';
import type { Programs } from '../../server/src/platform/testing/programs.ts';
import type { SeededRandom } from './random.ts';

const COMMIT_WITHIN_MS = 5_000;

interface Faulty {
  readonly programs: Programs;
  /** By the name of the api whose way to the database it is. */
  readonly proxies: ReadonlyMap<string, DatabaseProxy>;
}

export type Fault = (faulty: Faulty, api: string, random: SeededRandom) => Promise<string>;

/** Each does its damage, waits until it is over, and says what it did. */
const FAULTS: readonly Fault[] = [
  async ({ programs }, api) => {
    await programs.kill(api);
    return `killed ${api}`;
  },
  async ({ programs }) => {
    await programs.kill('worker');
    return 'killed the worker';
  },
  async ({ programs }) => {
    await programs.kill('database');
    return 'killed the database';
  },
  async ({ programs }, api, random) => {
    const ms = random.between(300, 3_000);
    await programs.pause(api, ms);
    return `paused ${api} for ${ms} ms`;
  },
  async ({ programs }, api, random) => {
    // Longer than the database waits for a transaction that has gone quiet.
    const ms = random.between(5_000, 9_000);
    await programs.pause(api, ms);
    return `paused ${api} for ${ms} ms`;
  },
  async ({ proxies }, api) => `cut ${proxies.get(api)?.cut()} connections of ${api}`,
  async ({ proxies }, api) => `cut ${api} before a commit${told(await proxies.get(api)?.cutAtCommit('before', COMMIT_WITHIN_MS))}`,
  async ({ proxies }, api) => `cut ${api} after a commit${told(await proxies.get(api)?.cutAtCommit('after', COMMIT_WITHIN_MS))}`,
  async ({ proxies }, api, random) => {
    const ms = random.between(500, 3_000);
    proxies.get(api)?.silence();
    await sleep(ms);
    proxies.get(api)?.endSilence();
    return `silenced the connections of ${api} for ${ms} ms`;
  },
];

function told(happened: boolean | undefined): string {
  return happened === true ? '' : ' (none came)';
}

/** Each fault once, those of a cluster's nodes too where there is one, in an order by chance, then all of them again: whatever the number of rounds, none is forgotten. */
export function* faultsInTurn(random: SeededRandom, more: readonly Fault[] = []): Generator<Fault, never> {
  for (;;) {
    const waiting = [...FAULTS, ...more];
    while (waiting.length > 0) yield waiting.splice(random.between(0, waiting.length - 1), 1)[0] as Fault;
  }
}

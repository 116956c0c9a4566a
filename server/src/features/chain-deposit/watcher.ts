import type { ChainTrouble } from '@purser/contract/features/chain-network';
import type { Crediting } from '../../domain/chain-deposit.ts';
import { type ChainNetwork, connectedNetworks, isAsItWas } from '../../domain/chain-network.ts';
import { ChainDisagreement } from '../../platform/chain/blocks.ts';
import { faultIn } from '../../platform/chain/node-fetch.ts';
import type { ChainProvider } from '../../platform/chain/providers.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import { OneEach } from '../../platform/commands/one-each.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Range } from './watch.ts';

/** How often a chain is looked at: a block takes 3 to 12 seconds. */
const EVERY_MS = 3_000;
/** How many looks follow each other at once while there is more to do. */
const MOST_LOOKS = 100;

/** Of a failure's own words, so many characters are kept. */
const LONGEST_WORDS = 500;

/** What is kept of a network between two looks; nothing of it decides anything. */
interface Watched {
  readonly endpoints: string;
  readonly providers: readonly ChainProvider[];
  readonly range: Range;
}

/** Looks at the chains of all connected networks again and again, at each of them without waiting for the others. */
export function watchChains(platform: Platform, credit: Crediting): PeriodicJob {
  const watching: Watching = { watched: new Map(), credit };
  const each = new OneEach();
  return {
    name: 'watch-chains',
    everyMs: EVERY_MS,
    overlaps: true,
    run: async (stopping) => {
      const networks = await connectedNetworks(platform.db.system);
      await each.run(new Map(networks.map((one) => [one.network, one])), (network) => watch(platform, network, watching, stopping));
    },
  };
}

interface Watching {
  /** By network. */
  readonly watched: Map<string, Watched>;
  readonly credit: Crediting;
}

async function watch(platform: Platform, network: ChainNetwork, { watched, credit }: Watching, stopping?: AbortSignal): Promise<void> {
  // What speaks to chains is loaded where one is connected.
  const [{ lookAt, newRange }, { providersOf }] = await Promise.all([import('./watch.ts'), import('../../platform/chain/providers.ts')]);
  const endpoints = network.endpoints.join(' ');
  const before = watched.get(network.network);
  const now =
    before?.endpoints === endpoints ? before : { endpoints, providers: providersOf([...new Set(network.endpoints)]), range: newRange() };
  watched.set(network.network, now);
  try {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      // What was switched off or changed meanwhile is looked at as it is then, or not at all, the next time.
      if (looks > 0 && !(await isAsItWas(platform.db.system, network))) break;
      if ((await lookAt(platform, network, now.providers, credit, now.range)) === 'done' || stopping?.aborted === true) break;
    }
    await noteTrouble(platform, network.network, undefined);
  } catch (error) {
    const changed = await noteTrouble(platform, network.network, troubleOf(error as Error));
    if (changed) platform.log.warn({ err: error, network: network.network }, 'a chain could not be looked at');
  }
}

/** What went wrong: nodes that contradict each other, or a failure in its own words. */
function troubleOf(error: Error): ChainTrouble {
  if (error instanceof ChainDisagreement) return error.trouble;
  const fault = faultIn(error);
  if (fault?.what === 'answer_too_large') return { what: 'answer_too_large', values: { node: fault.node } };
  return { what: 'failed', values: { words: ((fault ?? error).message.split('\n', 1)[0] ?? '').slice(0, LONGEST_WORDS) } };
}

/** Keeps what went wrong where staff see it; true where it is not what was kept before. */
async function noteTrouble({ db }: Platform, network: string, trouble: ChainTrouble | undefined): Promise<boolean> {
  const changed = await db.system.query(
    `update chain_cursor set trouble = $2, looked_at = at, trouble_at = case when $2 = '' then null else coalesce(trouble_at, at) end,
       last_trouble = case when $2 = '' then last_trouble else $2 end, last_trouble_at = case when $2 = '' then last_trouble_at else at end
     from (select now() as at) as moment
     where network = $1 and trouble <> $2`,
    [network, trouble === undefined ? '' : JSON.stringify(trouble)],
  );
  return changed.rowCount === 1;
}

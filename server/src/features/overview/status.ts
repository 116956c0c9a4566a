import type { Language } from '@purser/contract/language';
import { statusPage } from '@purser/contract/payer-pages';
import type { PartState, SystemStatus } from '@purser/contract/system-status';
import { networkWatches, type NetworkWatch } from '../../domain/chain-standing.ts';
import { payerPage, type PayerPageRoute, show } from '../../platform/http/payer-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPrograms, type ToldProgram } from './health.ts';

/** However many look, the facts are read once within this time. */
const READ_EVERY_MS = 5_000;
/** A database that does not answer within this time is one that nothing works with. */
const LONGEST_READ_MS = 2_000;

/** What is read to tell what works. */
export interface Facts {
  readonly isReadOnly: boolean;
  readonly programs: readonly Pick<ToldProgram, 'kind' | 'is_silent' | 'facts'>[];
  readonly networks: readonly Pick<NetworkWatch, 'network' | 'state'>[];
}

/** The public page on what works now. It is answered during maintenance, and while the database is away. */
export function statusPages(platform: Platform): PayerPageRoute[] {
  let read: { readonly facts: Promise<Facts | undefined>; readonly at: number } | undefined;
  const factsNow = (): Promise<Facts | undefined> => {
    const at = performance.now();
    if (!read || at - read.at > READ_EVERY_MS) read = { facts: readFacts(platform), at };
    return read.facts;
  };
  return [
    payerPage(statusPage, {
      show: async ({ language }) => {
        const [facts, maintenance] = await Promise.all([factsNow(), maintenanceOf(platform, language)]);
        return show(statusPage, statusOf(facts, maintenance, platform.clock.now()));
      },
      acts: {},
      anonymous: true,
    }),
  ];
}

/** Everything in one short transaction, by bounded statements; undefined when the database does not answer in time. */
async function readFacts({ db, log }: Platform): Promise<Facts | undefined> {
  try {
    return await db.underWay.run('status', LONGEST_READ_MS, 'not_ready', () =>
      db.systemSnapshot(async (tx) => {
        await tx.query(`set local statement_timeout = ${LONGEST_READ_MS}`);
        const { rows } = await tx.query<{ is_read_only: boolean }>(
          `select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only`,
        );
        return { isReadOnly: rows[0]?.is_read_only === true, programs: await readPrograms(tx), networks: await networkWatches(tx) };
      }),
    );
  } catch (error) {
    log.warn({ err: error }, 'the status could not be read');
    return undefined;
  }
}

function maintenanceOf({ db, maintenance }: Platform, language: Language): Promise<SystemStatus['maintenance']> {
  return db.underWay.run('status', LONGEST_READ_MS, 'not_ready', () => maintenance.next(language)).catch(() => null);
}

/** What everybody is told, of what was read; without facts nothing works. */
export function statusOf(facts: Facts | undefined, maintenance: SystemStatus['maintenance'], now: Date): SystemStatus {
  const away = !facts || facts.isReadOnly;
  const running = (facts?.programs ?? []).filter(({ is_silent }) => !is_silent);
  const workers = running.filter(({ kind }) => kind === 'worker');
  const isStuck = (programs: Facts['programs']): boolean => programs.some(({ facts: told }) => Object.keys(told?.stuck_s ?? {}).length > 0);
  const slowIf = (isSlow: boolean): PartState => (away ? 'stopped' : isSlow ? 'slow' : 'works');
  const hold = isStuck(running.filter(({ kind }) => kind === 'api'));
  return {
    checked_at: now.toISOString(),
    parts: {
      payments: slowIf(hold),
      // Decided at once or by people; what a worker does for them waits while none runs.
      withdrawals: slowIf(hold || workers.length === 0),
      consoles: maintenance?.is_running === true ? 'maintenance' : slowIf(hold),
      webhooks: workers.length === 0 ? 'stopped' : slowIf(isStuck(workers)),
    },
    networks: (facts?.networks ?? [])
      .filter(({ state }) => state !== 'off')
      .map(({ network, state }) => ({ network, state: away ? 'stopped' : NETWORK_STATES[state] })),
    maintenance,
  };
}

const NETWORK_STATES: Readonly<Record<NetworkWatch['state'], PartState>> = {
  watched: 'works',
  troubled: 'slow',
  unwatched: 'stopped',
  halted: 'stopped',
  off: 'stopped',
};

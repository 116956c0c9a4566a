import { type ChainTrouble, chainTrouble, type NetworkState } from '@purser/contract/features/chain-network';
import { USDT } from '@purser/contract/exchange';
import type { Queryable } from '@purser/ledger/accounts';

/** Beyond this the exact number is of no use. */
const COUNTED_UP_TO = 10_000;
/** A watcher looks every three seconds, and writes that down every ten. */
const UNWATCHED_AFTER_S = 120;

interface Row {
  readonly network: string;
  readonly is_watched: boolean;
  readonly is_unwatched: boolean;
  readonly chain_id: bigint | null;
  readonly confirmations: number;
  readonly head: bigint | null;
  readonly head_moved_at: Date | null;
  readonly block_number: bigint | null;
  readonly moved_at: Date | null;
  readonly looked_at: Date | null;
  readonly halted: string | null;
  readonly halted_at: Date | null;
  readonly trouble: string | null;
  readonly trouble_at: Date | null;
  readonly last_trouble: string | null;
  readonly last_trouble_at: Date | null;
}

interface CountsRow {
  readonly network: string;
  readonly addresses: bigint;
  readonly confirming: bigint;
  readonly held: bigint;
}

interface ProviderRow {
  readonly network: string;
  readonly place: number;
  readonly host: string;
  readonly state: NetworkState['providers'][number]['state'];
  readonly head: bigint | null;
  readonly final: bigint | null;
  readonly since: Date;
  readonly looked_at: Date;
}

type Counts = Pick<NetworkState, 'addresses' | 'confirming' | 'held'>;

/** How the watching of a network stands, without the counts of what it watches. */
export type NetworkWatch = Omit<NetworkState, keyof Counts>;

/** How the watching of every network stands, and how much each watches. The connection sees the system. */
export async function chainStandings(db: Queryable): Promise<NetworkState[]> {
  const watches = await networkWatches(db);
  if (watches.length === 0) return [];
  const { rows } = await db.query<CountsRow>(
    watches
      .map(
        (_, index) =>
          `select $${index + 1}::text as network, ${counted(index, 'address_directory', 'true')} as addresses,
             ${counted(index, 'chain_deposit', "state = 'confirming'")} as confirming, ${counted(index, 'chain_deposit', "state = 'held'")} as held`,
      )
      .join(' union all '),
    watches.map(({ network }) => network),
  );
  const counts = new Map(
    rows.map(({ network, addresses, confirming, held }): [string, Counts] => [
      network,
      { addresses: countOf(addresses), confirming: countOf(confirming), held: countOf(held) },
    ]),
  );
  return watches.map((watch) => ({ ...watch, ...(counts.get(watch.network) as Counts) }));
}

/** How the watching of every network stands, as its watcher has written it down. The connection sees the system. */
export async function networkWatches(db: Queryable): Promise<NetworkWatch[]> {
  const { rows: providers } = await db.query<ProviderRow>(
    'select network, place, host, state, head, final, since, looked_at from chain_provider order by network, place',
  );
  const { rows } = await db.query<Row>(
    `select network, is_watched, chain_id, confirmations, head, head_moved_at, block_number, moved_at, looked_at, halted, halted_at,
       trouble, case when trouble <> '' then trouble_at end as trouble_at, last_trouble, last_trouble_at,
       is_watched and coalesce(looked_at < now() - interval '${UNWATCHED_AFTER_S} seconds', true) as is_unwatched
     from (
       select network.network, network.added_at, network.chain_id, network.is_on and coin_network.is_on and chain_id is not null and cardinality(endpoints) > 0 as is_watched,
         confirmations, head, head_moved_at, block_number, moved_at, halted, halted_at, trouble, trouble_at, last_trouble, last_trouble_at,
         greatest(chain_cursor.looked_at, (select max(looked_at) from chain_provider where chain_provider.network = network.network)) as looked_at
       from network join coin_network using (network) left join chain_cursor using (network)
       where coin_network.coin = $1
     ) as known
     order by added_at, network`,
    [USDT],
  );
  return rows.map((row) =>
    watchOf(
      row,
      providers.filter(({ network }) => network === row.network),
    ),
  );
}

/** What was written down of a trouble; of one that an earlier release wrote, its own words. */
export function troubleIn(text: string | null): ChainTrouble | null {
  if (text === null || text === '') return null;
  return text.startsWith('{') ? chainTrouble.parse(JSON.parse(text)) : { what: 'failed', values: { words: text } };
}

function counted(index: number, table: string, which: string): string {
  return `(select count(*) from (select 1 from ${table} where ${table}.network = $${index + 1} and ${which} limit ${COUNTED_UP_TO + 1}) as found)`;
}

function watchOf(row: Row, known: readonly ProviderRow[]): NetworkWatch {
  // What was told of nodes that nobody asks any more is not how things stand.
  const providers = row.is_watched ? known : [];
  const confirmed = confirmedOf(row, providers);
  const settled = numberOf(row.block_number);
  return {
    network: row.network,
    state: stateOf(row),
    chain_id: numberOf(row.chain_id),
    head: numberOf(row.head),
    head_time: timeOf(row.head_moved_at),
    confirmed,
    confirmations: row.confirmations,
    settled,
    settled_time: timeOf(row.moved_at),
    lag: confirmed === null || settled === null ? null : Math.max(0, confirmed - settled),
    looked_time: timeOf(row.looked_at),
    halted: troubleIn(row.halted),
    halted_time: timeOf(row.halted_at),
    trouble: troubleIn(row.trouble),
    trouble_time: timeOf(row.trouble_at),
    last_trouble: troubleIn(row.last_trouble),
    last_trouble_time: timeOf(row.last_trouble_at),
    providers: providers.map(({ place, host, state, head, final, since, looked_at }) => ({
      place,
      host,
      state,
      head: numberOf(head),
      final: numberOf(final),
      since: since.toISOString(),
      looked_time: looked_at.toISOString(),
    })),
  };
}

function stateOf({ is_watched, is_unwatched, block_number, halted, trouble }: Row): NetworkState['state'] {
  if (!is_watched) return 'off';
  if ((halted ?? '') !== '') return 'halted';
  if (is_unwatched) return 'unwatched';
  // Watching begins once two nodes agree.
  return block_number === null || (trouble ?? '') !== '' ? 'troubled' : 'watched';
}

/** Up to which block two providers agree that it may be settled, as they said when they last answered; null where fewer than two did. */
function confirmedOf({ confirmations }: Row, providers: readonly ProviderRow[]): number | null {
  const heights = providers.flatMap(({ state, head, final }) =>
    state === 'answers' && head !== null && final !== null ? [Math.min(Number(final), Number(head) - confirmations + 1)] : [],
  );
  return heights.length < 2 ? null : Math.max(0, Math.min(...heights.slice(0, 2)));
}

function numberOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

function timeOf(value: Date | null): string | null {
  return value?.toISOString() ?? null;
}

function countOf(found: bigint): NetworkState['held'] {
  return { count: Math.min(Number(found), COUNTED_UP_TO), is_exact: found <= BigInt(COUNTED_UP_TO) };
}

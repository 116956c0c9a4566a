import { connectedNetworks } from '../../domain/chain-network.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Reckoning } from './reckon.ts';

const RECKON_EVERY_MS = 600_000;

/** Reckons the custody of each network whose signer has told its addresses, and keeps the newest of it for staff. */
export function chainReserveJobs({ operator, log }: Platform): PeriodicJob[] {
  const run = async (): Promise<void> => {
    if (operator.warning !== undefined) return;
    const { rows } = await operator.db.system.query<{ network: string }>(`select network from chain_holding where role = 'hot'`);
    const known = new Set(rows.map(({ network }) => network));
    const networks = (await connectedNetworks(operator.db.system)).filter(({ network }) => known.has(network));
    await noteAwaited(
      operator.db,
      networks.map(({ network }) => network),
    );
    if (networks.length === 0) return;
    const { reckon } = await import('./reckon.ts');
    for (const network of networks) {
      try {
        const found = await reckon(operator.db, network);
        await keepReckoning(operator.db, found);
        if (found.drift !== 0n)
          log.warn({ network: network.network, block: found.block, drift: String(found.drift) }, 'custody differs from its chain');
      } catch (error) {
        log.warn({ err: error, network: network.network }, 'the custody of a network could not be reckoned');
      }
    }
  };
  return [{ name: 'reckon-custody', everyMs: RECKON_EVERY_MS, run }];
}

/** Notes that these networks are tried from now on, unless they are already, and no others: since when one has not got through is told once it has been long. */
async function noteAwaited(db: Database, networks: readonly string[]): Promise<void> {
  await db.system.query(
    `insert into chain_reserve as known (network, reckoned_at, awaited_at) select network, null, now() from unnest($1::text[]) as tried (network)
     on conflict (network) do update set awaited_at = excluded.awaited_at where known.awaited_at is null`,
    [networks],
  );
  await db.system.query('update chain_reserve set awaited_at = null where awaited_at is not null and not network = any ($1::text[])', [
    networks,
  ]);
}

/** Keeps a reckoning as the newest of its network. */
export async function keepReckoning(db: Database, { network, block, held, expected, drift, parts }: Reckoning): Promise<void> {
  await db.system.query(
    `insert into chain_reserve as known (network, block_number, held, expected, drift, parts, drift_at)
     select $1, $2::bigint, $3::numeric, $4::numeric, $5::numeric, $6::jsonb, case when $5::numeric <> 0 then at end from (select now() as at) as moment
     on conflict (network) do update set block_number = excluded.block_number, held = excluded.held, expected = excluded.expected, drift = excluded.drift,
       parts = excluded.parts, reckoned_at = excluded.reckoned_at, awaited_at = null, drift_at = case when excluded.drift = 0 then null else coalesce(known.drift_at, excluded.reckoned_at) end`,
    [
      network,
      block,
      String(held),
      String(expected),
      String(drift),
      JSON.stringify(Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, String(value)]))),
    ],
  );
}

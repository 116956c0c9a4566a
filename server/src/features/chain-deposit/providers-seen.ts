import type { ProviderState } from '@purser/contract/features/chain-network';
import type { Queryable } from '@purser/ledger/accounts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { heightsOf } from '../../platform/chain/blocks.ts';
import { type ChainProvider, isChain } from '../../platform/chain/providers.ts';

/** How far a provider has come that answers for the chain. */
export interface Height {
  readonly provider: ChainProvider;
  readonly head: bigint;
  readonly final: bigint;
}

/** A provider as it was found at one look. */
interface SeenProvider {
  readonly provider: ChainProvider;
  readonly state: Exclude<ProviderState, 'behind'>;
  readonly height: Height | undefined;
}

/** A row is written again after this long, although nothing has changed but the heights. */
const WRITTEN_AGAIN_S = 10;

/** Asks every provider which chain it answers for and how far it has come, in their order. */
export function askProviders(network: ChainNetwork, providers: readonly ChainProvider[]): Promise<SeenProvider[]> {
  return Promise.all(
    providers.map(async (provider): Promise<SeenProvider> => {
      try {
        if (!(await isChain(provider, network))) return { provider, state: 'other_chain', height: undefined };
        const { head, final } = await heightsOf(provider);
        return head >= final
          ? { provider, state: 'answers', height: { provider, head, final } }
          : { provider, state: 'wrong', height: undefined };
      } catch {
        return { provider, state: 'silent', height: undefined };
      }
    }),
  );
}

/** Keeps what was found where staff see it: what has changed at once, and heights every few seconds. */
export async function noteProviders(db: Queryable, network: string, seen: readonly SeenProvider[], settled: bigint): Promise<void> {
  const stateOf = ({ state, height }: SeenProvider): ProviderState => (height && height.head < settled ? 'behind' : state);
  await db.query(
    `with seen as (
       select * from unnest($2::integer[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) as one (place, host, state, head, final)
     ), gone as (
       delete from chain_provider where network = $1 and place <> all ($2::integer[])
     )
     insert into chain_provider as known (network, place, host, state, head, final)
     select $1, seen.place, seen.host, seen.state, seen.head, seen.final from seen
     where not exists (
       select from chain_provider as before where before.network = $1 and before.place = seen.place and before.host = seen.host
         and before.state = seen.state and before.looked_at > now() - make_interval(secs => ${WRITTEN_AGAIN_S})
     )
     order by seen.place
     on conflict (network, place) do update set host = excluded.host, state = excluded.state, looked_at = excluded.looked_at,
       head = case when known.host = excluded.host then coalesce(excluded.head, known.head) else excluded.head end,
       final = case when known.host = excluded.host then coalesce(excluded.final, known.final) else excluded.final end,
       since = case when known.host = excluded.host and known.state = excluded.state then known.since else excluded.since end`,
    [
      network,
      seen.map((_, place) => place),
      seen.map(({ provider }) => provider.name),
      seen.map(stateOf),
      seen.map(({ height }) => height?.head.toString() ?? null),
      seen.map(({ height }) => height?.final.toString() ?? null),
    ],
  );
}

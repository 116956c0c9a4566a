import type { NetworkReserve } from '@purser/contract/features/chain-reserve';
import { USDT } from '@purser/contract/exchange';
import { chainFunds, type ChainFunds } from '../../domain/chain-funds.ts';
import type { NetworkKind } from '../../domain/chain-address.ts';
import { COIN_DECIMALS, decimal } from '../../domain/raw-amount.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** Of sweeps that are not over, so many are named. */
const MOST_SWEEPS = 10;

interface Holding {
  readonly network: string;
  readonly role: NetworkReserve['holdings'][number]['role'];
  readonly address: string;
  readonly tokens: string;
  readonly coins: string;
  readonly lacks_tokens: boolean;
  readonly lacks_coins: boolean;
  readonly looked_at: Date;
}

interface Standing {
  readonly network: string;
  readonly kind: NetworkKind;
  readonly token_decimals: number;
  readonly unswept: string;
  readonly unswept_addresses: bigint;
  readonly sweeps: NetworkReserve['sweeps'];
  readonly block_number: bigint | null;
  readonly held: string | null;
  readonly expected: string | null;
  readonly drift: string | null;
  readonly drift_at: Date | null;
  readonly reckoned_at: Date | null;
}

/** How every network stands that the signer pays. The connection is of staff and sees the system. */
export async function reserveStates(tx: Tx): Promise<NetworkReserve[]> {
  const funds = await chainFunds(tx);
  const networks = funds.map(({ network }) => network);
  const { rows: holdings } = await tx.query<Holding>(
    `select network, role, address, tokens, coins, lacks_tokens, lacks_coins, looked_at from chain_holding where network = any ($1::text[])
     order by network, array_position(array['hot', 'gas', 'cold'], role)`,
    [networks],
  );
  const { rows: standings } = await tx.query<Standing>(
    `select known.network, (select kind from network where network.network = known.network) as kind, token_decimals, lies.unswept, lies.addresses as unswept_addresses, open.sweeps, block_number, held, expected, drift, drift_at, reckoned_at
     from coin_network as known
     cross join lateral (
       select coalesce(sum(received - swept), 0)::text as unswept, count(*) as addresses from chain_balance where chain_balance.network = known.network and received > swept
     ) as lies
     cross join lateral (
       select coalesce(json_agg(json_build_object('address', address, 'state', state, 'why', nullif(why, ''))), '[]') as sweeps
       from (select address, state, why from sweep where sweep.network = known.network and state in ('planned', 'fuelling', 'fuelled', 'signed')
         order by planned_at limit $3) as oldest
     ) as open
     left join chain_reserve on chain_reserve.network = known.network
     where known.coin = $2 and known.network = any ($1::text[])`,
    [networks, USDT, MOST_SWEEPS],
  );
  const byNetwork = new Map(standings.map((one) => [one.network, one]));
  return funds.flatMap((one) => {
    const standing = byNetwork.get(one.network);
    return standing
      ? [
          stateOf(
            one,
            standing,
            holdings.filter(({ network }) => network === one.network),
          ),
        ]
      : [];
  });
}

function stateOf(
  funds: ChainFunds,
  { kind, token_decimals, unswept, unswept_addresses, sweeps, ...kept }: Standing,
  holdings: readonly Holding[],
): NetworkReserve {
  const usdt = (raw: string | null): string => decimal(BigInt(raw ?? 0), token_decimals);
  return {
    network: funds.network,
    holdings: holdings.map(({ role, address, tokens, coins, lacks_tokens, lacks_coins, looked_at }) => ({
      role,
      address,
      usdt: usdt(tokens),
      coins: decimal(BigInt(coins), COIN_DECIMALS[kind]),
      lacks_usdt: lacks_tokens,
      lacks_coins,
      looked_time: looked_at.toISOString(),
    })),
    unsigned: funds.unsigned,
    unsigned_time: timeOf(funds.unsigned_at),
    unmined: funds.unmined,
    unmined_time: timeOf(funds.unmined_at),
    has_gap: funds.has_gap,
    unswept: usdt(unswept),
    unswept_addresses: Number(unswept_addresses),
    sweeping: funds.sweeping,
    sweeps,
    reserve:
      kept.block_number === null || kept.reckoned_at === null
        ? null
        : {
            block: Number(kept.block_number),
            held: usdt(kept.held),
            expected: usdt(kept.expected),
            drift: usdt(kept.drift),
            drift_time: timeOf(kept.drift_at),
            reckoned_time: kept.reckoned_at.toISOString(),
          },
  };
}

function timeOf(value: Date | null): string | null {
  return value?.toISOString() ?? null;
}

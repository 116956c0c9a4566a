import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { USDT } from '@purser/contract/exchange';
import { PAYOUT_ADDRESS_RESTS_H, type payoutAddressEdit, type payoutAddressList } from '@purser/contract/features/usdt-withdrawal';
import { chainAddress, type NetworkKind } from '../../domain/chain-address.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import { blockedAmong } from './blocked-addresses.ts';
import { providerAddressesAmong } from './provider-addresses.ts';

type Book = OutputOf<typeof payoutAddressList>['list'];
type Shown = OutputOf<typeof payoutAddressEdit>;

/** A network that USDT can be withdrawn over. */
export interface PayoutNetwork {
  readonly network: string;
  readonly kind: NetworkKind;
  /** In minor units of USDT. */
  readonly network_fee: bigint;
  readonly is_on: boolean;
}

/** The networks that USDT is on, by name. */
export async function payoutNetworks(tx: Tx): Promise<PayoutNetwork[]> {
  const { rows } = await tx.query<PayoutNetwork>(
    `select n.network, n.kind, c.network_fee, n.is_on and c.is_on as is_on
     from coin_network c join network n using (network) where c.coin = $1 order by n.network`,
    [USDT],
  );
  return rows;
}

/** An owner's address on a network, as it stands in the book. */
export interface PayoutAddress {
  readonly network: string;
  readonly sequence: number;
  readonly address: string;
  readonly created_at: Date;
  readonly usable_at: Date;
  /** By the database's clock. */
  readonly is_resting: boolean;
}

/** The addresses that an owner withdraws to: one for each network that has one. */
export async function payoutAddresses(tx: Tx, ownerId: number): Promise<ReadonlyMap<string, PayoutAddress>> {
  const { rows } = await tx.query<PayoutAddress>(
    `select distinct on (network) network, sequence, address, created_at, usable_at, usable_at > clock_timestamp() as is_resting
     from payout_address where owner_id = $1 order by network, sequence desc`,
    [ownerId],
  );
  return new Map(rows.map((row) => [row.network, row]));
}

/** How many earlier addresses of a network are shown. */
const MOST_EARLIER = 20;

/** The book as its owner reads it: every network that is switched on. */
export async function addressBook(tx: Tx, ownerId: number): Promise<Book> {
  const [networks, addresses] = [await payoutNetworks(tx), await payoutAddresses(tx, ownerId)];
  const { rows } = await tx.query<{ network: string; sequence: number; address: string; created_at: Date }>(
    'select network, sequence, address, created_at from payout_address where owner_id = $1 order by network, sequence desc',
    [ownerId],
  );
  return networks
    .filter(({ is_on }) => is_on)
    .map(({ network }) => ({
      ...shownAddress(network, addresses.get(network)),
      earlier: rows
        .filter((row) => row.network === network && row.sequence !== addresses.get(network)?.sequence)
        .slice(0, MOST_EARLIER)
        .map(({ address, created_at }) => ({ address, create_time: created_at.toISOString() })),
    }));
}

export function shownAddress(network: string, found: PayoutAddress | undefined): Shown {
  return {
    network,
    address: found?.address ?? null,
    usable_time: found?.usable_at.toISOString() ?? null,
    is_resting: found?.is_resting ?? false,
    create_time: found?.created_at.toISOString() ?? null,
  };
}

/**
 * Writes a new address into the book; the one that stands there already changes nothing. It may be used once it has rested. The caller holds
 * the owner's row, so that two changes come one after the other.
 */
export async function writeAddress(
  tx: Tx,
  ownerId: number,
  { network, address: text }: Pick<ParsedInputOf<typeof payoutAddressEdit>, 'network' | 'address'>,
): Promise<Shown | Answer<Shown>> {
  const on = (await payoutNetworks(tx)).find((candidate) => candidate.network === network && candidate.is_on);
  if (!on) throw refuse('network_unknown');
  const address = chainAddress(on.kind, text.trim());
  if (address === undefined) throw refuse('address_malformed');
  if ((await providerAddressesAmong(tx, [{ network, address }])).size > 0) throw refuse('payout_address_refused');
  if ((await blockedAmong(tx, [address])).size > 0) throw refuse('payout_address_blocked');
  const before = (await payoutAddresses(tx, ownerId)).get(network);
  if (before?.address === address) return new Answer('already_done', shownAddress(network, before));
  const { rows } = await tx.query<PayoutAddress>(
    `insert into payout_address (owner_id, network, sequence, address, created_at, usable_at)
     values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(hours => $5))
     returning network, sequence, address, created_at, usable_at, true as is_resting`,
    [ownerId, network, (before?.sequence ?? 0) + 1, address, PAYOUT_ADDRESS_RESTS_H],
  );
  return shownAddress(network, rows[0]);
}

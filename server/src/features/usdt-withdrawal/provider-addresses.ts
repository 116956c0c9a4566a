import type { Tx } from '../../platform/database/tx.ts';

export interface OnNetwork {
  readonly network: string;
  /** In its one spelling. */
  readonly address: string;
}

/**
 * Which of the addresses are no wallet of anybody's but the provider's: the contract of a token, where everybody sends USDT to, the signer's own, and the
 * deposit address of any merchant, now or before. An address is the same on every network of a kind, so it is looked for on all of them.
 */
export async function providerAddressesAmong(tx: Tx, asked: readonly OnNetwork[]): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const { rows } = await tx.query<{ address: string }>(
    `select asked.address
     from unnest($1::text[], $2::text[]) as asked (network, address)
     join network as its on its.network = asked.network
     join network as alike on alike.kind = its.kind
     where exists (
       select from coin_network as c where c.network = alike.network and lower(asked.address) in (lower(c.contract_address), lower(c.deposit_address))
     ) or exists (
       select from address_directory as d where d.network = alike.network and d.address = asked.address
     ) or exists (
       select from chain_holding as h where h.network = alike.network and h.address = asked.address
     )`,
    [asked.map(({ network }) => network), asked.map(({ address }) => address)],
  );
  return new Set(rows.map(({ address }) => address));
}

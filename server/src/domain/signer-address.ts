import type { Tx } from '../platform/database/tx.ts';

/** Whether the signer pays from an address on any network of this kind, gives gas from it, or sweeps to it: nothing that comes there is anybody's deposit. */
export async function isSigners(tx: Tx, network: string, address: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from chain_holding as held join network as alike on alike.network = held.network join network as its on its.kind = alike.kind
     where its.network = $1 and held.address = $2 limit 1`,
    [network, address],
  );
  return rowCount !== 0;
}

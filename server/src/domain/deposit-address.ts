import type { Tx } from '../platform/database/tx.ts';
import type { NetworkKind } from './chain-address.ts';

/** A network over which deposits come in, as far as addresses are concerned. */
interface AddressNetwork {
  readonly network: string;
  readonly kind: NetworkKind;
  /** Of the account whose external chain the addresses are of: m/44'/60'/0' on Ethereum's chains, m/44'/195'/0' on TRON. Null where none are derived. */
  readonly deposit_xpub: string | null;
}

/**
 * The owner's own address on a network: the one that they have, or one derived now. It is written before anybody sees it, and is theirs for good.
 * Undefined where they have none and none are derived. Runs in the owner's scope.
 */
export async function depositAddressOf(
  tx: Tx,
  ownerId: number,
  { network, kind, deposit_xpub }: AddressNetwork,
): Promise<string | undefined> {
  const found = await ownAddress(tx, ownerId, network);
  if (found !== undefined || deposit_xpub === null) return found;
  const index = await indexOf(tx, ownerId);
  // The curve's arithmetic is loaded where addresses are derived.
  const { derivedAddress } = await import('./derived-address.ts');
  const address = derivedAddress(kind, deposit_xpub, index);
  // Two that ask at once derive the same; one of another owner's would be an error of the key's, and is shown to nobody.
  const added = await tx.query(
    `insert into address_directory (network, address, owner_id, derivation_index) values ($1, $2, $3, $4) on conflict (network, address) do nothing`,
    [network, address, ownerId, index],
  );
  if (added.rowCount === 0) {
    const { rows } = await tx.query<{ owner_id: bigint }>('select owner_id from address_directory where network = $1 and address = $2', [
      network,
      address,
    ]);
    if (Number(rows[0]?.owner_id) !== ownerId) throw new Error(`the address ${address} on ${network} is another owner's`);
  }
  await tx.query(
    'insert into deposit_address (owner_id, network, address, derivation_index) values ($1, $2, $3, $4) on conflict (owner_id, network) do nothing',
    [ownerId, network, address, index],
  );
  return ownAddress(tx, ownerId, network);
}

async function ownAddress(tx: Tx, ownerId: number, network: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ address: string }>('select address from deposit_address where owner_id = $1 and network = $2', [
    ownerId,
    network,
  ]);
  return rows[0]?.address;
}

/** The owner's number: the one of their other networks, or of an address that they had, or the next. One at a time asks for an owner. */
async function indexOf(tx: Tx, ownerId: number): Promise<number> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`deposit address ${ownerId}`]);
  const { rows } = await tx.query<{ derivation_index: number }>(
    `select coalesce(
       (select derivation_index from deposit_address where owner_id = $1 and derivation_index is not null limit 1),
       (select derivation_index from address_directory where owner_id = $1 and derivation_index is not null order by derivation_index limit 1),
       nextval('deposit_address_index')::integer) as derivation_index`,
    [ownerId],
  );
  if (!rows[0]) throw new Error('a number was asked for');
  return rows[0].derivation_index;
}

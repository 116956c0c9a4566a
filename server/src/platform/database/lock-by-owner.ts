import type { Tx } from './tx.ts';

type Strength = 'for no key update' | 'for key share' | 'for share';

interface Which {
  readonly table:
    | 'payment_order'
    | 'merchant'
    | 'wallet_user'
    | 'review_order'
    | 'payment_method'
    | 'file'
    | 'chain_deposit'
    | 'commission';
  readonly owner: 'merchant_id' | 'user_id' | 'owner_id';
  /** What tells the owner's rows apart. */
  readonly key: 'token' | 'serial_number' | 'merchant_id' | 'user_id' | 'file_id' | 'deposit_id' | 'payment_method_id';
}

export interface OwnedKey {
  readonly ownerId: number;
  readonly key: string;
}

/**
 * Locks rows until the transaction ends where tables are distributed (`Tx.isDistributed`): a node locks rows for statements about one owner alone. Owner after
 * owner and in key order, so that two batches never wait for each other in a circle. Answers which were locked: those that are there and, with
 * `skipLocked`, held by nobody else. What they hold is read afterwards.
 */
export async function lockByOwner(
  tx: Tx,
  { table, owner, key }: Which,
  keys: readonly OwnedKey[],
  strength: Strength,
  skipLocked = false,
): Promise<OwnedKey[]> {
  const byOwner = Map.groupBy(keys, ({ ownerId }) => ownerId);
  const locked: OwnedKey[] = [];
  for (const [ownerId, own] of [...byOwner].toSorted(([one], [other]) => one - other)) {
    const { rows } = await tx.query<{ key: string }>(
      `select ${key}::text as key from ${table} where ${owner} = $1 and ${key}::text = any($2::text[]) order by ${key} ${strength}
       ${skipLocked ? 'skip locked' : ''}`,
      [ownerId, own.map((one) => one.key)],
    );
    locked.push(...rows.map((row) => ({ ownerId, key: row.key })));
  }
  return locked;
}

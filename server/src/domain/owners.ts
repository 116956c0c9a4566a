import type { Queryable } from '@purser/ledger/accounts';

/** A merchant, or a wallet user. */
interface Owner {
  readonly name: string;
  readonly type: 'merchant' | 'user';
}

export type Owners = ReadonlyMap<bigint, Owner>;

interface Owned {
  readonly owner_id: bigint;
}

/** Whose the rows are, by the owners' numbers. The connection sees the owners; whom it does not see is left out. */
export async function ownersOf(db: Queryable, rows: readonly Owned[]): Promise<Owners> {
  if (rows.length === 0) return new Map();
  const { rows: owners } = await db.query<Owned & Owner>(
    `select merchant_id as owner_id, name, 'merchant' as type from merchant where merchant_id = any ($1::bigint[])
     union all select user_id, nick, 'user' from wallet_user where user_id = any ($1::bigint[])`,
    [[...new Set(rows.map(({ owner_id }) => owner_id))]],
  );
  return new Map(owners.map(({ owner_id, name, type }) => [owner_id, { name, type }]));
}

/** What the rows' owners are called. */
export type OwnerNames = ReadonlyMap<bigint, string>;

export async function ownerNames(db: Queryable, rows: readonly Owned[]): Promise<OwnerNames> {
  return new Map([...(await ownersOf(db, rows))].map(([owner, { name }]) => [owner, name]));
}

/** What one owner is called; empty for one whom the connection does not see. */
export async function ownerName(db: Queryable, ownerId: number | bigint): Promise<string> {
  return (await ownerNames(db, [{ owner_id: BigInt(ownerId) }])).get(BigInt(ownerId)) ?? '';
}

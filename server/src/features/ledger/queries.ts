import type { AccountKey } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';

export interface Party {
  readonly party: 'merchant' | 'user';
  readonly name: string;
}

/** A merchant or a wallet user by its number; undefined where there is neither. */
export async function findParty(db: Queryable, ownerId: number): Promise<Party | undefined> {
  const { rows } = await db.query<Party>(
    `select 'merchant' as party, name from merchant where merchant_id = $1
     union all select 'user' as party, nick as name from wallet_user where user_id = $1`,
    [ownerId],
  );
  return rows[0];
}

/** The names of a few rows' owners that are parties, in SQL. `rows` names a materialized step before, which stands with others' rows on any node. */
export function partiesOf(rows: string): string {
  return `(
    select merchant_id as owner_id, name from merchant where merchant_id in (select owner_id from ${rows})
    union all select user_id, nick from wallet_user where user_id in (select owner_id from ${rows}))`;
}

/** What is free to use in an account; undefined where it is not open. */
export async function availableOf(db: Queryable, { owner_id, coin, purpose }: AccountKey): Promise<bigint | undefined> {
  const { rows } = await db.query<{ available: bigint }>(
    'select available from ledger.account where owner_id = $1 and coin = $2 and purpose = $3',
    [owner_id, coin, purpose],
  );
  return rows[0]?.available;
}

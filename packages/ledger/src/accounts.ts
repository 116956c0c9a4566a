import type pg from 'pg';
import type { AccountKey } from './account.ts';
import { bigintArray, textArray } from './sql-array.ts';

/** Anything that runs one statement: a client in a transaction, or a pool. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

export interface Balance extends AccountKey {
  readonly available_minor: bigint;
  readonly frozen_minor: bigint;
  readonly pending_minor: bigint;
  /** Number of entries so far. */
  readonly version: bigint;
}

/** An account to open. `unbounded`: its available bucket may go below zero; only the provider's accounts may be. */
export interface AccountToOpen extends AccountKey {
  readonly unbounded?: boolean;
}

/** Opens the accounts that are not open yet and returns how many that were. Throws when one is open with another floor. */
export async function openAccounts(db: Queryable, accounts: readonly AccountToOpen[]): Promise<number> {
  if (accounts.length === 0) return 0;
  const { rows } = await db.query<{ opened: number }>('select ledger.open_accounts($1, $2, $3, $4) as opened', [
    bigintArray(accounts.map((account) => account.owner_id)),
    textArray(accounts.map((account) => account.coin)),
    textArray(accounts.map((account) => account.purpose)),
    `{${accounts.map((account) => account.unbounded ?? false).join(',')}}`,
  ]);
  return rows[0]?.opened ?? 0;
}

/** Balances of all accounts of an owner, or of those in the given coins. Ordered by coin and purpose. */
export async function balancesOf(db: Queryable, owner_id: number, coins?: readonly string[]): Promise<Balance[]> {
  const { rows } = await db.query<Record<keyof Balance, string>>(
    `select owner_id, coin, purpose, available as available_minor, frozen as frozen_minor, pending as pending_minor, version
     from ledger.account
     where owner_id = $1 and ($2::text[] is null or coin = any ($2))
     order by coin, purpose`,
    [owner_id, coins ? textArray(coins) : null],
  );
  return rows.map((row) => ({
    owner_id: Number(row.owner_id),
    coin: row.coin,
    purpose: row.purpose,
    available_minor: BigInt(row.available_minor),
    frozen_minor: BigInt(row.frozen_minor),
    pending_minor: BigInt(row.pending_minor),
    version: BigInt(row.version),
  }));
}

import type { Queryable } from '@purser/ledger/accounts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';

export async function nameOfMerchant(tx: Tx, merchantId: number): Promise<string> {
  const { rows } = await tx.query<{ name: string }>('select name from merchant where merchant_id = $1', [merchantId]);
  if (!rows[0]) throw new Error(`merchant ${merchantId} has no row`);
  return rows[0].name;
}

/**
 * Reads in a snapshot first, and after `leave` with a short transaction for each statement, so that a stream's slow reader
 * holds neither a connection nor old row versions.
 */
export class StreamReader {
  readonly #db: Database;
  readonly #merchantId: number;
  #snapshot: Queryable | undefined;

  constructor(db: Database, merchantId: number, snapshot: Queryable) {
    this.#db = db;
    this.#merchantId = merchantId;
    this.#snapshot = snapshot;
  }

  leave(): void {
    this.#snapshot = undefined;
  }

  readonly query = ((text: string, values: unknown[]) =>
    this.#snapshot
      ? this.#snapshot.query(text, values)
      : this.#db.scoped(this.#merchantId, (tx) => tx.query(text, values))) as Queryable['query'];
}

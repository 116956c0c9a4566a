import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Trx } from './database.ts';

/** A kysely transaction as the ledger and the hub take one: the same connection, asked in plain SQL. */
export function clientOf(trx: Trx): Pick<pg.ClientBase, 'query'> {
  const query = async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  return { query } as unknown as Pick<pg.ClientBase, 'query'>;
}

import type { Queryable } from '@purser/ledger/accounts';

/** Has PostgreSQL look into tables that have filled and that it knows nothing of yet. Answers how many there were. */
export async function analyzeNewTables({ system }: { readonly system: Queryable }): Promise<number> {
  const { rows } = await system.query<{ tables: number }>('select analyze_new_tables() as tables');
  return rows[0]?.tables ?? 0;
}

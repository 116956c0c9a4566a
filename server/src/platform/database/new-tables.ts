import type { Queryable } from '@purser/ledger/accounts';

/** Has PostgreSQL look into tables that have filled and that it knows nothing of yet, each in a transaction of its own. Answers how many there were. */
export async function analyzeNewTables({ system }: { readonly system: Queryable }): Promise<number> {
  let tables = 0;
  for (let after = 0; ; tables += 1) {
    const { rows } = await system.query<{ filled: number | null }>('select analyze_new_table($1) as filled', [after]);
    const filled = rows[0]?.filled ?? null;
    if (filled === null) return tables;
    after = filled;
  }
}

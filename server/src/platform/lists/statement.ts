import type { Queryable } from '@purser/ledger/accounts';
import { createQueryId, PostgresQueryCompiler, type RawBuilder } from 'kysely';

const COMPILER = new PostgresQueryCompiler();

/** Runs a statement that was put together of parts. Under a name it is planned once on each connection. */
export async function runStatement<Row>(db: Queryable, statement: RawBuilder<unknown>, name?: string): Promise<Row[]> {
  const { sql: text, parameters } = COMPILER.compileQuery(statement.toOperationNode(), createQueryId());
  const { rows } = await db.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
  return rows as Row[];
}

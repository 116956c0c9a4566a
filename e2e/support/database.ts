import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** One statement as the owner of the tables: for what only time or an operator brings about. */
export async function sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const url = readFileSync(join(process.env['PURSER_E2E_DATA'] ?? '', 'database-url'), 'utf8').trim();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

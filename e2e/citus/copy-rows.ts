import pg from 'pg';
import { DISTRIBUTION } from '../../server/src/platform/database/distribution.ts';

const ROWS_AT_ONCE = 2_000;

/** Puts all rows of a database that is distributed in the place of those of a plain one with the same tables. */
export async function copyRows(coordinatorUrl: string, plain: pg.Pool): Promise<void> {
  const source = new pg.Client({ connectionString: coordinatorUrl });
  await source.connect();
  const target = await plain.connect();
  try {
    // What is copied was checked where it was written: no trigger and no foreign key asks again.
    await target.query('set session_replication_role = replica');
    await target.query(`truncate ${Object.keys(DISTRIBUTION).join(', ')}`);
    for (const table of Object.keys(DISTRIBUTION)) await copyTable(table, source, target);
  } finally {
    await target.query('reset session_replication_role');
    target.release();
    await source.end();
  }
}

async function copyTable(table: string, source: pg.Client, target: pg.PoolClient): Promise<void> {
  const columns = await columnsOf(table, target);
  const names = columns.map(({ name }) => name).join(', ');
  const read = { text: `select ${columns.map(({ name }) => `${name}::text`).join(', ')} from ${table}`, rowMode: 'array' as const };
  const { rows } = await source.query<(string | null)[]>(read);
  const write = `insert into ${table} (${names}) overriding system value
    select ${columns.map(({ name, type }) => `${name}::${type}`).join(', ')}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as read (${names})`;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const page = rows.slice(from, from + ROWS_AT_ONCE);
    await target.query(
      write,
      columns.map((_, at) => page.map((row) => row[at] ?? null)),
    );
  }
}

/** Those that are written, not computed. */
async function columnsOf(table: string, target: pg.PoolClient): Promise<{ name: string; type: string }[]> {
  const { rows } = await target.query<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows;
}

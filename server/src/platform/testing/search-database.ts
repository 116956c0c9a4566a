import type { TestApp } from './app.ts';

/** The tables of the whole database in which a row holds a text, in any column: for secrets that must be in none. */
export async function tablesThatHold(app: Pick<TestApp, 'sql'>, text: string): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    // Bytes are written as hexadecimal digits: those of the text are looked for as well.
    const rows = await app.sql(`select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0 limit 1`, [
      text,
      Buffer.from(text).toString('hex'),
    ]);
    if (rows.length > 0) holding.push(name);
  }
  return holding;
}

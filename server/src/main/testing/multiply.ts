import type { TestApp } from '../../platform/testing/app.ts';

/**
 * Copies one row of a table many times, with other keys: whatever columns the table has, or will have.
 *
 * @param changes a list of columns and what they become in copy `n`, as SQL: `'key', 'k' || n`
 */
export async function multiply({ sql }: Pick<TestApp, 'sql'>, table: string, row: string, changes: string, rows: number): Promise<void> {
  const isWritten = `attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'`;
  const [columns] = await sql(`select string_agg(quote_ident(attname), ', ') as all from pg_attribute where ${isWritten}`);
  const made = await sql(
    `with copied as (
       insert into ${table} (${columns?.['all']}) select ${columns?.['all']}
       from (select to_jsonb(one) as columns from ${table} as one where ${row} limit 1) as first
       cross join generate_series(1, ${rows}) as n
       cross join lateral jsonb_populate_record(null::${table}, first.columns || jsonb_build_object(${changes})) as copy
       returning 1
     ) select count(*)::int as rows from copied`,
  );
  if (made[0]?.['rows'] !== rows) throw new Error(`no row of ${table} where ${row} can be copied`);
}

/** Nobody refreshes the statistics of tables behind a test's back. */
export async function keepStatistics({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  await sql(`
    do $$
    declare
      growing regclass;
    begin
      for growing in select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) loop
        execute format('alter table %s set (autovacuum_enabled = false)', growing);
      end loop;
    end $$`);
}

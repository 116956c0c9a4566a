/**
 * Says, in SQL, whether the tables are distributed over several nodes (docs/citus.md). Asked for by what the function is made of, where everybody may look:
 * before its migration there is none, and not all may call it.
 */
export const IS_DISTRIBUTED = `exists (
  select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'ledger' and p.proname = 'is_distributed' and p.prosrc ~ 'true'
)`;

/**
 * A statement for tables that are distributed over several nodes. Nodes do not join rows of several owners in every way, so the rows that a page is
 * about are gathered first: each step reads from the nodes, joined with what steps before it have brought, and is named like the table whose rows it
 * brings. `sql` is then done over these as it is on one PostgreSQL, with the tables' names taken for the steps'. No two steps are of one moment.
 */
export function gathered(steps: Readonly<Record<string, string>>, sql: string): string {
  const first = Object.entries(steps)
    .map(([name, select]) => `${name} as materialized (${select})`)
    .join(', ');
  const rest = sql.trim().replaceAll(/ledger\.(\w+)/g, (whole, name: string) => (name in steps ? name : whole));
  return rest.startsWith('with ') ? `with ${first}, ${rest.slice('with '.length)}` : `with ${first} ${rest}`;
}

/** The postings of the entries that a step before has brought. */
export const POSTINGS_OF_ENTRIES = `
  select p.* from (select distinct posting_owner_id, posting_id from entry) e
  join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id`;

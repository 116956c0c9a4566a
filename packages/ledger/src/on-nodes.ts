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

/** What nodes say while rows are copied to them the coordinator repeats as internal (XX000), without its code: the words tell which it was. */
const SAID_WHILE_COPYING: readonly (readonly [words: RegExp, state: string])[] = [
  [/^duplicate key value violates unique constraint "/, '23505'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement due to statement timeout/, '57014'],
  [/^deadlock detected/, '40P01'],
];

/** The SQLSTATE of what a database has refused, also where only one of several nodes did; undefined for any other error. */
export function stateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (error.code !== 'XX000') return error.code;
  return SAID_WHILE_COPYING.find(([words]) => words.test(error.message))?.[1] ?? error.code;
}

/** The unique constraint that an error of state 23505 is about, by its name in the schema: a node adds the number of the shard that it is of. */
export function constraintOf(error: Error): string | undefined {
  const told = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : /"(.*)"$/.exec(error.message)?.[1];
  return told?.replace(/_\d+$/, '');
}

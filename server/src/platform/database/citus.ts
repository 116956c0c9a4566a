import pg from 'pg';
import { grantOnShards, letMoversNoteCommissions, letSystemRegister, letWritersLock } from './citus-rights.ts';
import { DISTRIBUTION, type Distribution, isOnNodes } from './distribution.ts';

/** In how many shards each group of tables is divided, unless the coordinator's configuration says otherwise. */
const SHARDS = 32;

/** The roles that the application's connections take on. */
const ROLES = ['purser_app', 'purser_system', 'purser_operator', 'purser_signer'];

/** The database cannot be distributed; the message says why. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable';
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

interface Policy {
  readonly table: string;
  readonly name: string;
  readonly command: string;
  readonly roles: string;
  readonly using: string | null;
  readonly check: string | null;
}

export interface DistributionReport {
  /** The tables that were distributed just now. */
  readonly distributed: readonly string[];
}

/** Is this a coordinator of Citus's? */
async function isCitus(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rowCount === 1;
}

/**
 * Puts each table's rows where `DISTRIBUTION` says, over the nodes that the coordinator knows; what stands in the tables goes along. May be called
 * again, and is after every migration: tables that were distributed before stay as they are. As the owner of the tables, while no program runs.
 */
export async function distribute(url: string, shards = SHARDS): Promise<DistributionReport> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser distribute' });
  await client.connect();
  try {
    if (!(await isCitus(client)))
      throw new NotDistributable('DATABASE_URL: is no coordinator of Citus; there is no extension citus in the database.');
    await client.query('begin');
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'; set local citus.shard_count = ${shards}`);
    const tables = await tablesToDistribute(client);
    await claimByRoles(client);
    await letSystemRegister(client);
    await letMoversNoteCommissions(client);
    // Also of what a migration has made since.
    await simplifyPolicies(client);
    await planForParameters(client);
    await tellFunctions(client);
    if (tables.length > 0) {
      const keys = await dropForeignKeys(client, tables);
      for (const name of tables) await spellOutDomains(client, name);
      for (const name of tables) await distributeTable(client, name, DISTRIBUTION[name] as Distribution);
      for (const key of keys) await addForeignKey(client, key);
    }
    await client.query('commit');
    // On the shards themselves, which must be there for everybody.
    await letWritersLock(client);
    await grantOnShards(client);
    return { distributed: tables };
  } finally {
    await client.end();
  }
}

async function tablesToDistribute(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'ledger')
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod in ('h', 'n') and p.repmodel in ('s', 't') and (p.partmethod = 'h' or p.repmodel = 't'))
     order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => isOnNodes(name));
}

/** Foreign keys of tables are taken off while these are moved: one may not lie on a table that is still here to one that is not. */
async function dropForeignKeys(client: pg.Client, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by 1, 2`,
    [tables],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Nodes answer with the type under a domain, which then is another than the one that was asked for: the columns get it, and the domain's check. */
async function spellOutDomains(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string; type: string; collation: string; check: string }>(
    `select quote_ident(a.attname) as column, format_type(d.typbasetype, d.typtypmod) as type,
       (select format('%I.%I', collnamespace::regnamespace, collname) from pg_collation where oid = a.attcollation) as collation,
       replace(pg_get_constraintdef(c.oid), 'VALUE', quote_ident(a.attname)) as check
     from pg_attribute a
     join pg_type d on d.oid = a.atttypid and d.typtype = 'd'
     join pg_constraint c on c.contypid = d.oid and c.contype = 'c'
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  for (const { column, type, collation, check } of rows) {
    await client.query(`alter table ${table} alter column ${column} type ${type} collate ${collation}, add ${check}`);
  }
}

async function addForeignKey(client: pg.Client, { table, name, definition }: ForeignKey): Promise<void> {
  try {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  } catch (error) {
    throw new NotDistributable(`The foreign key ${name} of ${table} cannot be had on several nodes. Nothing was changed.`, {
      cause: error,
    });
  }
}

async function distributeTable(client: pg.Client, name: string, distribution: Distribution): Promise<void> {
  if (distribution.group === 'reference') {
    await client.query('select create_reference_table($1)', [name]);
    return;
  }
  if (!('by' in distribution)) return;
  const { rows } = await client.query<{ first: string }>(
    `select format('%s.%s', n.nspname, c.relname) as first
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
     where p.partmethod = 'h'`,
  );
  const first = rows.find((row) => DISTRIBUTION[row.first]?.group === distribution.group)?.first;
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [name, distribution.by, first ?? 'none']);
}

/**
 * Policies on distributed tables may not have sub-selects in them. On one PostgreSQL they are there so that the scope is asked for once a statement and
 * not once a row.
 */
async function simplifyPolicies(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Policy>(
    `select format('%I.%I', schemaname, tablename) as table, policyname as name, cmd as command, array_to_string(roles, ', ') as roles,
       qual as using, with_check as check
     from pg_policies where schemaname in ('public', 'ledger') and concat(qual, with_check) ~ 'SELECT'`,
  );
  for (const { table, name, command, roles, using, check } of rows) {
    const clauses = [using && `using (${withoutSelects(using)})`, check && `with check (${withoutSelects(check)})`].filter(Boolean);
    await client.query(`drop policy ${name} on ${table}`);
    await client.query(`create policy ${name} on ${table} for ${command} to ${roles} ${clauses.join(' ')}`);
  }
}

/** An expression as PostgreSQL writes it out, with what stands in a sub-select of one value in its place. */
export function withoutSelects(expression: string): string {
  const plain = expression.replaceAll(
    /\( SELECT ((?:[^()]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*?) AS "?\w+"?\)/g,
    '$1',
  );
  return plain === expression ? plain : withoutSelects(plain);
}

/** Nodes speak to each other as the role that asks, and know of no proof: there a role says whether it is the system's. */
async function claimByRoles(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin create role purser_system; exception when duplicate_object or unique_violation then null; end $$`);
  await client.query('grant purser_app to purser_system');
  // A node asks another in the role of whoever asks it.
  for (const role of ROLES) await client.query(`alter role ${role} login`);
  // What functions ask about the owner whose row they are called for lies on the same node.
  for (const role of [...ROLES, 'current_user']) await client.query(`alter role ${role} set citus.allow_nested_distributed_execution = on`);
  await client.query(`alter role purser_system bypassrls`);
  await client.query(`
    create or replace function public.scope() returns text language sql stable as $$
      select coalesce(nullif(current_setting('purser.owner_id', true), ''),
        case when coalesce(nullif(current_setting('role'), 'none'), session_user::text) in ('purser_system', 'purser_operator', 'purser_signer') then 'system' end)
    $$`);
}

/** What functions do otherwise where tables are distributed. */
async function tellFunctions(client: pg.Client): Promise<void> {
  await client.query(
    `create or replace function ledger.is_distributed() returns boolean language sql immutable parallel safe as 'select true'`,
  );
}

/** Which nodes a statement goes to depends on its parameters, so functions may not plan without them. */
async function planForParameters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace::regnamespace::text in ('public', 'ledger') and proconfig::text ~ 'plan_cache_mode'`,
  );
  for (const { name } of rows) await client.query(`alter function ${name} reset plan_cache_mode`);
}

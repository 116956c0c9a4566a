import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The role that owns database and tables: migrations, seeds and `npm run ledger` run as it. It is no superuser and makes no roles. */
const OWNER = 'purser_owner';
/** The roles that the programs' connections take on, and the login for each: it may take on that one and nothing else. */
const LOGINS = { purser_app: 'purser_login', purser_operator: 'purser_operator_login', purser_signer: 'purser_signer_login' } as const;
const ROLES = Object.keys(LOGINS) as (keyof typeof LOGINS)[];

/** Addresses to connect by, one for each role of the programs. */
export type LoginUrls = Readonly<Record<keyof typeof LOGINS, string>>;

/**
 * Makes sure that the database at `superuserUrl` and all that is in it belongs to the owner role, also what an earlier Purser made as the
 * superuser. All or nothing, and nothing when it is so already.
 *
 * @param keptUrl what the last start returned, so that the owner's password stays the same from one start to the next
 * @returns the address to connect by as the owner
 */
export async function settleOwner(superuserUrl: string, keptUrl: string): Promise<string> {
  const password = passwordOf(keptUrl) ?? newPassword();
  await asSuperuser(superuserUrl, async (client) => {
    await client.query('begin');
    await client.query(`
      do $$ begin
        ${ROLES.map((role) => `if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;`).join('\n')}
        if not exists (select from pg_roles where rolname = '${OWNER}') then create role ${OWNER}; end if;
      end $$`);
    await client.query(`alter role ${OWNER} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`);
    await client.query(`grant ${ROLES.join(', ')} to ${OWNER} with admin option`);
    for (const statement of await ownedByOthers(client)) await client.query(statement);
    await client.query('commit');
  });
  return addressOf(superuserUrl, OWNER, password);
}

/** Makes sure of the programs' logins, with new passwords that nobody else is told. Their roles must be there. */
export async function makeLogins(superuserUrl: string): Promise<LoginUrls> {
  const urls = Object.fromEntries(ROLES.map((role) => [role, addressOf(superuserUrl, LOGINS[role], newPassword())])) as LoginUrls;
  await asSuperuser(superuserUrl, async (client) => {
    for (const role of ROLES) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [LOGINS[role]]);
      if (rowCount === 0) await client.query(`create role ${LOGINS[role]} login`);
      await client.query(`alter role ${LOGINS[role]} nosuperuser nocreatedb nocreaterole password '${new URL(urls[role]).password}'`);
      await client.query(`grant ${role} to ${LOGINS[role]}`);
    }
  });
  return urls;
}

/**
 * Statements that give database, schemas, tables, sequences, functions and types to the owner role. "reassign owned" refuses the role that
 * the cluster was made with, as it owns the system's catalogues as well. Indexes, identities and row types follow their table.
 */
async function ownedByOthers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with wanted as (select oid from pg_roles where rolname = '${OWNER}'),
     rooms as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
     select format('alter %s owner to ${OWNER}', thing) as statement from (
       select 1 as place, format('database %I', datname) as thing, datdba as owner from pg_database where datname = current_database()
       union all
       select 2, format('schema %I', nspname), nspowner from rooms where nspowner <> 'pg_database_owner'::regrole
       union all
       select 3, format('%s %I.%I', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
           nspname, relname), relowner
         from pg_class c join rooms on rooms.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm', 'f')
           or c.relkind = 'S' and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
       union all
       select 4, format('routine %s', p.oid::regprocedure), proowner from pg_proc p join rooms on rooms.oid = p.pronamespace
       union all
       select 5, format('type %I.%I', nspname, typname), typowner from pg_type t join rooms on rooms.oid = t.typnamespace
         where t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')
     ) things, wanted
     where owner <> wanted.oid order by place, thing`,
  );
  return rows.map(({ statement }) => statement);
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser-roles' });
  await client.connect();
  try {
    await work(client);
  } finally {
    // Closing a connection in a transaction rolls it back.
    await client.end();
  }
}

function passwordOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { username, password } = new URL(url);
  return username === OWNER && /^[\w-]{20,}$/.test(password) ? password : undefined;
}

const newPassword = (): string => randomBytes(24).toString('base64url');

function addressOf(url: string, username: string, password: string): string {
  const other = new URL(url);
  other.username = username;
  other.password = password;
  return other.href;
}

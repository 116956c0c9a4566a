import type pg from 'pg';

interface Right {
  readonly table: string;
  readonly role: string;
  readonly privilege: string;
}

/**
 * Gives roles on the shards of tables, as a whole, what they may do with some columns: Citus hands on no rights on columns, and writes more columns than a
 * statement names. The columns are still told apart on the tables themselves, which a statement must pass first. To be called
 * once the tables are distributed for good, and again after shards were moved.
 */
export async function grantOnShards(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Right>(
    `select distinct format('%I.%I', n.nspname, c.relname) as table, given.grantee::regrole::text as role, given.privilege_type as privilege
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid cross join aclexplode(a.attacl) as given
     where p.partmethod = 'h' or p.repmodel = 't'
     order by 1, 2, 3`,
  );
  for (const { table, role, privilege } of rows) {
    await onShards(client, table, `grant ${privilege} on %s to ${role}`);
  }
}

/**
 * Whoever writes a table that every node has whole locks it there, and those that its foreign keys name, for which Citus asks for the right to
 * delete from them. Who has only lesser rights is given this one, and a policy under which there is nothing to delete.
 */
export async function letWritersLock(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Omit<Right, 'privilege'>>(
    `with everywhere as (
       select logicalrelid::oid as oid from pg_dist_partition where partmethod = 'n' and repmodel = 't'
     ), given as (
       select c.oid, acl.grantee, acl.privilege_type from pg_class c cross join aclexplode(c.relacl) as acl
       union all
       select a.attrelid, acl.grantee, acl.privilege_type from pg_attribute a cross join aclexplode(a.attacl) as acl
     ), writer as (
       select distinct oid, grantee from given join everywhere using (oid) where privilege_type in ('INSERT', 'UPDATE', 'DELETE')
     ), locker as (
       select oid, grantee from writer
       union
       select k.confrelid, grantee from writer join pg_constraint k on k.conrelid = writer.oid and k.contype = 'f'
       where k.confrelid in (select oid from everywhere)
     )
     select format('%I.%I', n.nspname, c.relname) as table, locker.grantee::regrole::text as role
     from locker join pg_class c using (oid) join pg_namespace n on n.oid = c.relnamespace
     where locker.grantee <> c.relowner and c.relrowsecurity
       and not exists (select from aclexplode(c.relacl) as acl where acl.grantee = locker.grantee and acl.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE'))
     order by 1, 2`,
  );
  for (const { table, role } of rows) {
    const policy = `create policy ${role}_deletes_nothing on %s as restrictive for delete to ${role} using (false)`;
    await client.query(`drop policy if exists ${role}_deletes_nothing on ${table}`);
    await client.query(policy.replace('%s', table));
    // What Citus hands on to the shards has lost the word "restrictive", and would allow what others allow.
    await onShards(client, table, `drop policy ${role}_deletes_nothing on %s`);
    await onShards(client, table, policy);
    await client.query(`grant delete on ${table} to ${role}`);
  }
}

/** Runs a command for each shard of a table, which stands in it as `%s`, on the node where it lies; outside of the client's transaction. */
async function onShards(client: pg.ClientBase, table: string, command: string): Promise<void> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_placements($1::text::regclass, $2)',
    [table, command],
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`the shards of ${table} refused "${command}": ${failed.result}`);
}

/**
 * Lets the system's role register users in its own name: within a transaction, a node takes statements about an owner's rows from one role only, and whoever
 * registers a user goes on with the user's rows.
 */
export async function letSystemRegister(client: pg.ClientBase): Promise<void> {
  await client.query(`
    grant create, usage on schema public to purser_system;
    grant select, insert on login_directory to purser_system;
    grant insert on wallet_user to purser_system;
    grant usage on sequence user_id_seq to purser_system;
    alter function register_wallet_user owner to purser_system;
    revoke create on schema public from purser_system;
  `);
}

/**
 * Lets staff and the system note in their own names what orders that they move earn for agents: a node takes statements about an owner's rows from one role
 * only within a transaction, and whoever moves an order has written its owner's rows.
 */
export async function letMoversNoteCommissions(client: pg.ClientBase): Promise<void> {
  // Each by itself: what is said about policies of a table that is distributed already, nodes are told with all that was sent along.
  for (const statement of [
    'drop policy if exists staff_notes on commission',
    `create policy staff_notes on commission for insert to purser_operator with check (scope() = 'system')`,
    'drop policy if exists staff_lets_lapse on commission',
    `create policy staff_lets_lapse on commission for update to purser_operator using (scope() = 'system') with check (state = 'lapsed')`,
    'grant insert on commission to purser_system, purser_operator',
    'grant update (state) on commission to purser_operator',
  ])
    await client.query(statement);
}

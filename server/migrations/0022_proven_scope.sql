-- Whose rows a connection sees is no longer a setting that it may change as it likes.
--
-- The setting purser.owner_id claims a scope: an owner's id, or 'system' for all. A claim counts when purser.proof is a MAC of it, made by
-- a process that knows the key of this table, for this very connection: its server process and the server's start are part of it. So
-- whoever can run any SQL on a connection cannot claim more than the process has claimed there, and what they read is of no use elsewhere.
-- Who logs in as the owner of these tables needs no proof: they can read everything anyway.

-- HMAC-SHA-256 keys with their padding already applied (RFC 2104). Written by a start that logs in as the owner.
create table scope_key (
  only_row boolean primary key default true check (only_row),
  inner_key bytea not null check (length(inner_key) = 64),
  outer_key bytea not null check (length(outer_key) = 64)
);

-- The proven scope: an owner's id, 'system', or null. Policies ask for it as (select scope()), once per statement.
create function scope() returns text
language plpgsql stable security definer parallel restricted set search_path = pg_catalog, pg_temp as $$
declare
  claim constant text := nullif(current_setting('purser.owner_id', true), '');
  inner_key bytea;
  outer_key bytea;
begin
  if claim is null or pg_has_role(session_user, current_user, 'member') then
    return claim;
  end if;
  -- Without a variable in it, so that it is planned once.
  select k.inner_key, k.outer_key into inner_key, outer_key from public.scope_key k;
  if encode(sha256(outer_key || sha256(inner_key || convert_to(
      pg_backend_pid() || '.' || extract(epoch from pg_postmaster_start_time()) || '.' || claim, 'UTF8'))), 'hex')
    = current_setting('purser.proof', true)
  then
    return claim;
  end if;
  return null;
end
$$;

do $$
declare
  raw constant text := $raw$current_setting('purser.owner_id'::text, true)$raw$;
  proven constant text := '(select public.scope())';
  policy record;
begin
  for policy in
    select schemaname, tablename, policyname, replace(qual, raw, proven) as qual, replace(with_check, raw, proven) as with_check
    from pg_policies where schemaname in ('public', 'ledger') and concat(qual, with_check) like '%purser.owner_id%'
  loop
    execute format('alter policy %I on %I.%I', policy.policyname, policy.schemaname, policy.tablename)
      || coalesce(' using (' || policy.qual || ')', '') || coalesce(' with check (' || policy.with_check || ')', '');
  end loop;
end
$$;

create or replace function ledger.scope_owner() returns bigint language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when s.scope = 'system' then 0
    when s.scope is not null then s.scope::bigint
    when nullif(current_setting('purser.owner_id', true), '') is null
      and pg_has_role(coalesce(nullif(current_setting('role'), 'none'), session_user::text), current_user, 'usage') then 0
  end
  from (select public.scope() as scope) s
$$;

-- What concerns no single owner is for the system alone.
do $$
declare
  shared text;
begin
  foreach shared in array array['login_directory', 'server_key', 'throttle', 'single_use'] loop
    execute format('alter table %I enable row level security', shared);
    execute format('create policy system_only on %I to purser_app using ((select scope()) = ''system'')', shared);
  end loop;
end
$$;

-- Operators, prices and what the database was set up as are nobody's to change by way of the application; nor is a name once given.
revoke all on operator, coin, system_setting, scope_key from purser_app;
revoke all on sequence operator_id_seq from purser_app;
revoke update, delete on login_directory from purser_app;
grant select on coin to purser_app;
grant select (maintenance) on system_setting to purser_app;

-- Notes at the first start what the database was set up as, and by which master key. Later it says whether a start fits: null when it
-- does, else what the database is.
create function settle_installation(wanted text, mark bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind text;
begin
  update public.system_setting set seeded = coalesce(seeded, wanted), master_key_mark = coalesce(master_key_mark, mark)
  where coalesce(seeded, wanted) = wanted and coalesce(master_key_mark, mark) = mark;
  if not found then
    select coalesce(seeded, wanted) into kind from public.system_setting;
    return kind;
  end if;
  return null;
end
$$;

revoke all on function scope, settle_installation from public;
grant execute on function scope, settle_installation to purser_app;

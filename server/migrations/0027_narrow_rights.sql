-- Of names that people sign in with, of the server's key and of the audit log the application no longer reads and writes the tables. It has a
-- function for each thing that it does with them: whoever brings SQL of their own onto its connections, even into a query of the
-- system, lists no names, replaces no key, and reads or rewrites no history.

-- Whose a name is; null when it is nobody's. For the system, as nobody is signed in yet.
create function login_owner(wanted_kind text, wanted_identity text) returns bigint
language plpgsql stable security definer parallel restricted set search_path = pg_catalog, pg_temp as $$
begin
  if public.scope() is distinct from 'system' then
    raise exception 'names are looked up by the system' using errcode = 'insufficient_privilege';
  end if;
  return (select d.owner_id from public.login_directory d where d.kind = wanted_kind and d.identity = wanted_identity);
end
$$;

-- The key in use: the newest. No row while there is none.
create function server_key_in_use() returns table (key_id text, private_key bytea)
language plpgsql stable security definer parallel restricted set search_path = pg_catalog, pg_temp as $$
begin
  if public.scope() is distinct from 'system' then
    raise exception 'the key of the server is for the system' using errcode = 'insufficient_privilege';
  end if;
  return query select k.key_id, k.private_key from public.server_key k order by k.created_at desc limit 1;
end
$$;

-- Stores the first key. Where there is one, or another process stores one at the same time, that one stays.
create function store_server_key(key_id text, private_key bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  if public.scope() is distinct from 'system' then
    raise exception 'the key of the server is for the system' using errcode = 'insufficient_privilege';
  end if;
  insert into public.server_key as k (key_id, private_key)
  select key_id, private_key where not exists (select from public.server_key)
  on conflict do nothing;
end
$$;

-- Takes the end of an owner's audit log for this transaction: two acts at the same time take their places one after the other. Returns the
-- time, and the number and hash of the last entry; 0 and null when there is none.
create function audit_end(owner bigint) returns table (now timestamptz, sequence bigint, hash bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  scope constant text := public.scope();
begin
  if scope is null or scope not in ('system', owner::text) then
    raise exception 'the audit log of another owner' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_log', owner));
  -- A statement of its own: it sees what was committed while the lock was waited for.
  return query
    select clock_timestamp(), coalesce(l.sequence, 0), l.hash
    from (select) one
    left join lateral (
      select a.sequence, a.hash from public.audit_log a where a.owner_id = owner order by a.sequence desc limit 1
    ) l on true;
end
$$;

-- Appends one entry to an owner's audit log. It must follow the last one, by number and by hash; the first follows 32 zero bytes.
create function audit_append(
  owner bigint, sequence bigint, actor_kind text, actor text, action text, details jsonb, ip text, created_at timestamptz,
  previous_hash bytea, hash bytea
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  scope constant text := public.scope();
  follows boolean;
begin
  if scope is null or scope not in ('system', owner::text) then
    raise exception 'the audit log of another owner' using errcode = 'insufficient_privilege';
  end if;
  select a.sequence + 1 = sequence and a.hash = previous_hash into follows
  from public.audit_log a where a.owner_id = owner order by a.sequence desc limit 1;
  if not coalesce(follows, sequence = 1 and previous_hash = decode(repeat('00', 32), 'hex')) then
    raise exception 'audit entry % of % does not follow the last one', sequence, owner using errcode = 'integrity_constraint_violation';
  end if;
  insert into public.audit_log (owner_id, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash)
  values (owner, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash);
end
$$;

revoke all on function login_owner, server_key_in_use, store_server_key, audit_end, audit_append from public;
grant execute on function login_owner, server_key_in_use, store_server_key, audit_end, audit_append to purser_app;
revoke all on login_directory, server_key, audit_log from purser_app;

-- Row level security stays on, and no policy shows anybody a row.
drop policy system_only on login_directory;
drop policy system_only on server_key;
drop policy owner_scope on audit_log;

-- As before; a `case` over a parameter is written so that nodes can be told its value.
create or replace function register_wallet_user(
  name_kind text, identity text, username text, nick text, password_hash text, markets text[], language text,
  out registered bigint, out taken text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  made constant bigint := nextval('public.user_id_seq');
begin
  if public.scope() is distinct from 'system' then
    raise exception 'users are registered by the system' using errcode = 'insufficient_privilege';
  end if;
  if name_kind not in ('user_phone', 'user_email') then
    raise exception 'nobody registers by a %', name_kind using errcode = 'check_violation';
  end if;
  -- Each waits for another registration of the same address or name, which may yet be undone.
  insert into public.login_directory as d (kind, identity, owner_id) values (name_kind, identity, made) on conflict do nothing;
  if not found then
    taken := 'address';
    return;
  end if;
  insert into public.login_directory as d (kind, identity, owner_id) values ('user_username', username, made) on conflict do nothing;
  if not found then
    taken := 'username';
    return;
  end if;
  insert into public.wallet_user as u (user_id, username, nick, phone, email, password_hash, markets, language)
  values (
    made, username, nick, case when name_kind = 'user_phone' then identity end, case when name_kind = 'user_email' then identity end,
    password_hash, markets, language);
  registered := made;
end
$$;

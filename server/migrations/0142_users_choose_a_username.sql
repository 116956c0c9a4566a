-- Who opens a wallet chooses a username, by which they may log in besides their address.

drop function register_wallet_user(text, text, text, text, text[], text);

-- Makes a wallet user who logs in by an address and by a username, both in lower case. Answers the user's number, or null and which of the
-- two is somebody's already: the transaction is then to be undone.
create function register_wallet_user(
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
    made, username, nick, case name_kind when 'user_phone' then identity end, case name_kind when 'user_email' then identity end,
    password_hash, markets, language);
  registered := made;
end
$$;
revoke all on function register_wallet_user from public;
grant execute on function register_wallet_user to purser_app;

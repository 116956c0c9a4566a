-- People register at the wallet by themselves, where the provider lets them.
alter table system_setting add column registration_open boolean not null default false;
update system_setting set registration_open = true where seeded = 'demo';
grant select (registration_open) on system_setting to purser_app, purser_operator;
grant update (registration_open) on system_setting to purser_operator;

-- The language that a user registered in: what is written to them is written in it.
alter table wallet_user add column language text check (language in ('zh_Hans', 'zh_Hant', 'en', 'vi'));
grant select (language) on wallet_user to purser_operator;
-- When a code set the login password anew. For a day after it the payment password is not changed: one mailbox must not be all that is needed.
alter table wallet_user add column login_password_reset_at timestamptz;

-- Mail addresses are one address however their letters are written.
update login_directory as d set identity = lower(identity)
where kind = 'user_email' and identity <> lower(identity)
  and not exists (select from login_directory as other where other.kind = 'user_email' and other.identity = lower(d.identity));
alter table login_directory add constraint email_in_small_letters check (kind <> 'user_email' or identity = lower(identity)) not valid;
create index wallet_user_by_any_email on wallet_user (lower(email)) where email is not null;
create index message_by_any_recipient on message (lower(recipient), create_time desc);

-- Makes a wallet user who proved to read what is sent to an address, which becomes the name that they sign in with. Null when it is
-- somebody's already. The application gives a name to nobody else.
create function register_wallet_user(name_kind text, identity text, nick text, password_hash text, markets text[], language text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  registered bigint;
begin
  if public.scope() is distinct from 'system' then
    raise exception 'users are registered by the system' using errcode = 'insufficient_privilege';
  end if;
  if name_kind not in ('user_phone', 'user_email') then
    raise exception 'nobody registers by a %', name_kind using errcode = 'check_violation';
  end if;
  registered := nextval('public.user_id_seq');
  -- Waits for another registration of the same address, which may yet be undone.
  insert into public.login_directory as d (kind, identity, owner_id) values (name_kind, identity, registered) on conflict do nothing;
  if not found then
    return null;
  end if;
  insert into public.wallet_user as u (user_id, nick, phone, email, password_hash, markets, language)
  values (
    registered, nick, case name_kind when 'user_phone' then identity end, case name_kind when 'user_email' then identity end, password_hash,
    markets, language);
  return registered;
end
$$;
revoke all on function register_wallet_user from public;
grant execute on function register_wallet_user to purser_app;

-- Staff let somebody who has entered wrong passwords try again at once.
grant update (payment_password_failures, payment_password_lockouts, payment_password_locked_until) on wallet_user to purser_operator;

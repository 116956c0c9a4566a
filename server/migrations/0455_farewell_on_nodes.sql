-- The message that ends an account is the provider's own, whose rows may lie among those that close_wallet_user has changed: where tables are distributed
-- a transaction changes these in one role's name only. So it is posted in the name in which the account is closed, by whoever may post it as the system.
create function post_farewell(
  of_owner bigint, message_id uuid, kind text, channel text, recipient text, language text, expire_time timestamptz
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  if public.scope() is distinct from 'system' then
    raise exception 'a message of another owner' using errcode = 'insufficient_privilege';
  end if;
  insert into public.message (owner_id, message_id, kind, channel, recipient, language, expire_time)
  values (of_owner, message_id, kind, channel, recipient, language, expire_time);
end
$$;
revoke all on function post_farewell from public;
grant execute on function post_farewell to purser_app;

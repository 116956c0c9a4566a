-- Staff admit merchants, who choose password and authenticator by a one-time link.

-- Since when both are set: null while staff wait for that, after an admission and after both were taken off. Without it nobody logs in. The
-- merchants of before count as set up.
alter table merchant add column set_up_at timestamptz default now();
alter table merchant alter column password_hash drop not null;
create index merchant_waiting on merchant (created_at desc, merchant_id desc) where set_up_at is null;

-- The token of a link begins with the merchant's id, so that it is found without a search across owners.
create table merchant_set_up_link (
  merchant_id bigint not null references merchant,
  token_hash bytea not null,
  -- A member of staff.
  made_by bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, token_hash)
);
alter table merchant_set_up_link enable row level security;
create policy owner_scope on merchant_set_up_link to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
-- Staff make and withdraw links, and whoever has one uses it up.
grant select, update on merchant_set_up_link to purser_app;
grant select, insert, delete on merchant_set_up_link to purser_operator;

-- Of what merchants sign in with, staff say that it is to be set anew, and nothing else.
grant select (set_up_at), insert (name, username, markets, set_up_at), update (set_up_at) on merchant to purser_operator;
grant usage on sequence merchant_id_seq to purser_operator;

-- Gives a login name to a merchant; false when somebody has it. Names stay hidden from staff's calls, as from the application's.
create function claim_merchant_name(wanted text, merchant bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.scope() is distinct from 'system' then
    raise exception 'names are given by the system' using errcode = 'insufficient_privilege';
  end if;
  insert into public.login_directory (kind, identity, owner_id) values ('merchant_username', wanted, merchant) on conflict do nothing;
  return found;
end
$$;
revoke all on function claim_merchant_name from public;
grant execute on function claim_merchant_name to purser_operator;

-- The provider's staff and the database role that their calls run as. What they may read and change is granted to purser_operator and to no
-- other role: purser_app, as which merchants' and payers' calls run, gains nothing here.

do $$
begin
  if not exists (select from pg_roles where rolname = 'purser_operator') then
    if not (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then
      raise exception 'the role purser_operator is missing, and % may not make it. As a superuser: create role purser_operator nologin; grant purser_operator to % with admin option;',
        current_user, quote_ident(current_user);
    end if;
    create role purser_operator nologin;
  end if;
  execute format('grant purser_operator to %I', current_user);
end
$$;

-- The account that earlier versions made had no second factor and nothing to sign in to: the first member of staff is made by a one-time link.
drop table operator;
delete from login_directory where kind = 'operator_username';
alter table login_directory drop constraint login_directory_kind_check;
alter table login_directory add constraint login_directory_kind_check check (kind in ('merchant_username', 'user_username', 'user_phone', 'user_email'));
alter sequence operator_id_seq rename to staff_id_seq;

create table staff (
  staff_id bigint primary key default nextval('staff_id_seq'),
  username text not null unique check (username = lower(username)),
  name text not null,
  role text not null check (role in ('admin', 'finance', 'support', 'auditor')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  password_hash text not null,
  totp_secret bytea,
  -- The time step of the last code that was accepted: a code is good once.
  totp_last_step bigint not null default 0,
  login_ip text,
  login_at timestamptz,
  created_at timestamptz not null default now()
);

create table staff_session (
  staff_id bigint not null references staff,
  session_id uuid not null,
  token_hash bytea not null unique,
  ip text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (staff_id, session_id)
);
create index staff_session_forget on staff_session (expires_at);

-- Small tables of the provider's own, for any proven connection of purser_operator.
do $$
declare
  own text;
begin
  foreach own in array array['staff', 'staff_session'] loop
    execute format('alter table %I enable row level security', own);
    execute format('create policy staff_only on %I to purser_operator using ((select scope()) is not null)', own);
  end loop;
end
$$;
grant select, insert, update on staff to purser_operator;
grant select, insert, update, delete on staff_session to purser_operator;
grant usage on sequence staff_id_seq to purser_operator;

-- What the parties have: seen by the system, or by one owner's scope when a member of staff acts for that owner. The proofs are the same.
grant usage on schema public, ledger to purser_operator;
do $$
declare
  policy record;
begin
  for policy in
    select tablename, policyname from pg_policies
    where schemaname = 'public' and policyname in ('owner_scope', 'system_only', 'write_any', 'read_system') and tablename <> 'idempotency_key'
  loop
    execute format('alter policy %I on %I to purser_app, purser_operator', policy.policyname, policy.tablename);
  end loop;
end
$$;
-- Of requests that were made before, staff see those of staff, whose numbers end where merchants' begin.
create policy staff_keys on idempotency_key to purser_operator using ((select scope()) is not null and owner_id < 10000000);
create policy staff_reads on audit_log for select to purser_operator using ((select scope()) = 'system');

grant select on coin, payment_order, merchant_transfer, webhook_delivery, webhook_attempt, login_ip_white, audit_log to purser_operator;
grant select on ledger.account, ledger.entry, ledger.hourly_total, ledger.posting, ledger.rollup, ledger.seal to purser_operator;
grant select (maintenance) on system_setting to purser_operator;
-- Of parties everything but what they sign in and sign with.
grant select (merchant_id, name, username, status, authentication_status, recharge_configuration, markets, webhook_address, return_address,
  order_lifetime_min, login_ip, login_at, events_seen_at, created_at) on merchant to purser_operator;
grant select (user_id, nick, kind, username, phone, email, payment_password_failures, payment_password_lockouts, payment_password_locked_until,
  markets, authentication_status, status, created_at) on wallet_user to purser_operator;
grant select (owner_id, party, ip, user_agent, created_at, last_seen_at, expires_at) on session to purser_operator;
grant select (merchant_id, access_key, ip_permission, created_at, last_used_at) on access_key to purser_operator;

-- What signing in, asking twice and telling of changes need, as the application has it.
grant select, insert, update, delete on throttle, single_use, known_address, sign_in_failure to purser_operator;
grant select, insert, update on idempotency_key to purser_operator;
grant insert on change to purser_operator;
grant execute on function scope, server_key_in_use, store_server_key, audit_end, audit_append to purser_operator;

-- Roles, reference tables, and the tables of the features that the first release has.
-- Every table that grows carries its owner's id first in its primary key and in every unique key, so that the
-- whole can be distributed by owner. Reference tables and directories (which map a name to an owner) are the
-- only exceptions; server/src/platform/schema.test.ts holds the list.

do $$
begin
  if not exists (select from pg_roles where rolname = 'purser_app') then
    create role purser_app nologin;
  end if;
  -- The migrating role connects as itself and takes the application role on, so it must be a member of it.
  execute format('grant purser_app to %I', current_user);
end
$$;

-- Reference tables -----------------------------------------------------------------------------------------------

create table coin (
  code text primary key,
  market text unique,
  decimals smallint not null check (decimals between 0 and 8),
  position smallint not null,
  transfer_minimum bigint not null check (transfer_minimum > 0),
  transfer_fee_bp integer not null check (transfer_fee_bp between 0 and 10000),
  payment_fee_bp integer not null check (payment_fee_bp between 0 and 10000),
  order_minimum bigint not null check (order_minimum > 0),
  order_maximum bigint not null check (order_maximum >= order_minimum)
);

insert into coin (code, market, decimals, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum) values
  ('CNYT', 'CNY', 2, 1, 100, 10, 100, 1, 100000000000),
  ('VNDT', 'VND', 2, 2, 100, 10, 100, 1, 100000000000000),
  ('USDP', 'USD', 2, 3, 100, 10, 100, 1, 10000000000),
  ('USDT', null, 6, 4, 1000000, 10, 100, 1, 100000000000000);

create table system_setting (
  only_row boolean primary key default true check (only_row),
  maintenance boolean not null default false,
  -- What the first start put in: a demo with known passwords and real data must never meet in one database.
  seeded text check (seeded in ('demo', 'operator'))
);
insert into system_setting default values;

create table server_key (
  key_id text primary key,
  private_key bytea not null,
  created_at timestamptz not null default now()
);

-- Directories: a name that someone signs in with, and whose it is. ---------------------------------------------------

create table login_directory (
  kind text not null check (kind in ('merchant_username', 'user_username', 'user_phone', 'user_email', 'operator_username')),
  identity text not null,
  owner_id bigint not null,
  primary key (kind, identity)
);

-- Counters of failures, and what may be used only once. Both are forgotten after their time. -------------------------

create table throttle (
  scope text not null,
  subject text not null,
  failures integer not null,
  forget_at timestamptz not null,
  primary key (scope, subject)
);

create table single_use (
  kind text not null,
  digest bytea not null,
  forget_at timestamptz not null,
  primary key (kind, digest)
);

-- Parties ------------------------------------------------------------------------------------------------------------

create sequence merchant_id_seq as bigint start 10000001;
create sequence user_id_seq as bigint start 50000001;
create sequence operator_id_seq as bigint start 1001 maxvalue 9999999;

create table operator (
  operator_id bigint primary key default nextval('operator_id_seq'),
  username text not null,
  role text not null check (role in ('admin', 'finance', 'support')),
  password_hash text not null,
  created_at timestamptz not null default now()
);

create table merchant (
  merchant_id bigint primary key default nextval('merchant_id_seq'),
  name text not null,
  username text not null,
  password_hash text not null,
  totp_secret bytea,
  totp_pending_secret bytea,
  -- The time step of the last code that was accepted: a code is good once.
  totp_last_step bigint not null default 0,
  status text not null default 'normal' check (status in ('normal', 'suspended')),
  authentication_status text not null default 'not_authenticated'
    check (authentication_status in ('not_authenticated', 'pending', 'approved', 'rejected')),
  recharge_configuration integer[] not null default '{}',
  markets text[] not null default '{}',
  webhook_address text not null default '',
  webhook_secret bytea,
  return_address text not null default '',
  order_lifetime_min integer not null default 15 check (order_lifetime_min between 1 and 1440),
  login_ip text,
  login_at timestamptz,
  events_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table login_ip_white (
  merchant_id bigint not null references merchant,
  ip inet not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, ip)
);

-- Addresses from which an account has signed in before: a flood of failures from elsewhere does not lock them out.
create table known_address (
  owner_id bigint not null,
  ip inet not null,
  last_login_at timestamptz not null default now(),
  primary key (owner_id, ip)
);

create table wallet_user (
  user_id bigint primary key default nextval('user_id_seq'),
  nick text not null,
  kind text not null default 'ordinary' check (kind in ('ordinary', 'advanced', 'agent')),
  username text,
  phone text,
  email text,
  password_hash text not null,
  payment_password_hash text,
  payment_password_failures integer not null default 0,
  payment_password_lockouts integer not null default 0,
  payment_password_locked_until timestamptz,
  markets text[] not null default '{}',
  authentication_status text not null default 'not_authenticated'
    check (authentication_status in ('not_authenticated', 'pending', 'approved', 'rejected')),
  status text not null default 'normal' check (status in ('normal', 'suspended')),
  created_at timestamptz not null default now()
);

create table session (
  owner_id bigint not null,
  token_hash bytea not null,
  party text not null check (party in ('merchant', 'user')),
  ip text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (owner_id, token_hash)
);

create table access_key (
  merchant_id bigint not null references merchant,
  access_key text not null,
  secret bytea not null,
  ip_permission text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (merchant_id, access_key)
);

create table api_nonce (
  merchant_id bigint not null,
  nonce text not null,
  forget_at timestamptz not null,
  primary key (merchant_id, nonce)
);
create index api_nonce_forget on api_nonce (forget_at);

create table idempotency_key (
  owner_id bigint not null,
  key text not null,
  -- SHA-256 of the call's path and body: the same key with other content is refused.
  request_hash bytea not null,
  -- The first answer's data; null only inside the transaction that is still making it.
  answer jsonb,
  forget_at timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_key_forget on idempotency_key (forget_at);

-- Times by which lists are sorted are whole milliseconds: what a cursor carries through JSON is then exact.

-- Orders and transfers ---------------------------------------------------------------------------------------------------

create table payment_order (
  merchant_id bigint not null,
  serial_number text not null,
  -- The merchant's own order number.
  order_id text not null,
  token text not null,
  coin text not null references coin,
  amount bigint not null check (amount > 0),
  handling_fee bigint not null check (handling_fee >= 0),
  settlement_amount bigint not null check (settlement_amount >= 0),
  from_reward bigint not null default 0,
  status text not null default 'created' check (status in ('created', 'scanned', 'paid', 'cancelled', 'expired')),
  cancelled_by text check (cancelled_by in ('payer', 'merchant')),
  order_from text not null default 'api' check (order_from in ('scan', 'api')),
  external_account text not null default '',
  description text not null default '',
  return_address text not null default '',
  payer_id bigint,
  payer_nick text,
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  expire_time timestamptz not null,
  paid_time timestamptz,
  update_time timestamptz not null default date_trunc('milliseconds', now()),
  primary key (merchant_id, serial_number),
  unique (merchant_id, order_id),
  unique (merchant_id, token),
  check (amount = handling_fee + settlement_amount),
  check ((status = 'paid') = (paid_time is not null and payer_id is not null)),
  check ((status = 'cancelled') = (cancelled_by is not null))
);
create index payment_order_by_time on payment_order (merchant_id, create_time desc, serial_number desc);
create index payment_order_by_payment on payment_order (merchant_id, paid_time desc) where paid_time is not null;
create index payment_order_due on payment_order (expire_time) where status in ('created', 'scanned');

-- A transfer has one row for each side, so that each merchant's rows are its own.
create table merchant_transfer (
  merchant_id bigint not null,
  serial_number text not null,
  transfer_type text not null check (transfer_type in ('transfer', 'receive')),
  transfer_status text not null default 'completed' check (transfer_status in ('completed')),
  counterparty_id bigint not null,
  own_name text not null,
  counterparty_name text not null,
  coin text not null references coin,
  transfer_amount bigint not null check (transfer_amount > 0),
  transfer_fee bigint not null,
  internal_transfer_fee bigint not null default 0,
  settlement_amount bigint not null check (settlement_amount > 0),
  remark text not null default '',
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  primary key (merchant_id, serial_number)
);
create index merchant_transfer_by_time on merchant_transfer (merchant_id, create_time desc, serial_number desc);

-- Webhooks: a delivery is written in the transaction that changed the order, and is the outbox. ------------------------------

create table webhook_delivery (
  merchant_id bigint not null,
  -- UUIDv7, so that deliveries sort by the time their event happened.
  delivery_id uuid not null,
  -- Stays the same when an event is delivered again, so that the receiver can drop doubles.
  event_id uuid not null,
  event_type text not null,
  -- The order the event is about; the events of one order are delivered in sequence.
  subject text not null default '',
  payload text not null,
  address text not null default '',
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  give_up_at timestamptz not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (merchant_id, delivery_id),
  check ((state = 'pending') = (next_attempt_at is not null))
);
create index webhook_delivery_pending on webhook_delivery (merchant_id, next_attempt_at) where state = 'pending';

create table webhook_attempt (
  merchant_id bigint not null,
  delivery_id uuid not null,
  attempt integer not null,
  http_status integer,
  duration_ms integer not null,
  problem text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, delivery_id, attempt),
  foreign key (merchant_id, delivery_id) references webhook_delivery
);

-- Audit: one hash chain per owner. ----------------------------------------------------------------------------------------------

create table audit_log (
  owner_id bigint not null,
  sequence bigint not null,
  actor_kind text not null check (actor_kind in ('merchant', 'access_key', 'user', 'operator', 'system')),
  actor text not null,
  action text not null,
  details jsonb not null,
  ip text,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (owner_id, sequence)
);

-- Rights: the application role reads and writes its tables, never deletes history, and sees only the owner it names. -----------------

grant usage on schema public to purser_app;
grant usage on all sequences in schema public to purser_app;
grant select on coin, system_setting to purser_app;
grant select, insert on server_key, audit_log, payment_order, merchant_transfer, webhook_attempt, webhook_delivery, operator to purser_app;
grant update on payment_order, webhook_delivery, system_setting, coin, operator to purser_app;
grant select, insert, update on merchant, wallet_user to purser_app;
grant select, insert, update, delete on login_directory, throttle, single_use, login_ip_white, known_address, session, access_key, api_nonce, idempotency_key to purser_app;

do $$
declare
  target record;
begin
  for target in
    select * from (values
      ('merchant', 'merchant_id'), ('login_ip_white', 'merchant_id'), ('known_address', 'owner_id'), ('wallet_user', 'user_id'),
      ('session', 'owner_id'), ('access_key', 'merchant_id'), ('api_nonce', 'merchant_id'), ('idempotency_key', 'owner_id'),
      ('payment_order', 'merchant_id'), ('merchant_transfer', 'merchant_id'), ('webhook_delivery', 'merchant_id'),
      ('webhook_attempt', 'merchant_id'), ('audit_log', 'owner_id')
    ) as scoped (table_name, owner_column)
  loop
    execute format('alter table %I enable row level security', target.table_name);
    -- An unset or empty setting sees nothing: forgetting the scope fails closed.
    execute format(
      'create policy owner_scope on %I to purser_app using (current_setting(''purser.owner_id'', true) = ''system'' '
      || 'or %I = nullif(nullif(current_setting(''purser.owner_id'', true), ''system''), '''')::bigint)',
      target.table_name, target.owner_column);
  end loop;
end
$$;

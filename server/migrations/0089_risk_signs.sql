-- What happens to an owner's access, for a day of which withdrawals are looked at by a person.

-- When each last happened; -infinity for a first device or address, which there was nothing to tell from.
create table risk_sign (
  owner_id bigint not null,
  sign text not null check (sign in ('new_device', 'new_address', 'password_changed', 'code_changed', 'payment_password_changed')),
  noted_at timestamptz not null,
  primary key (owner_id, sign)
);
alter table risk_sign enable row level security;
create policy owner_scope on risk_sign to purser_app
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update on risk_sign to purser_app;

-- Devices that an account has signed in with: a hash of what the browser says of itself, without its version.
create table known_device (
  owner_id bigint not null,
  device bytea not null,
  last_login_at timestamptz not null default now(),
  primary key (owner_id, device)
);
create index known_device_forget on known_device (last_login_at);
alter table known_device enable row level security;
create policy owner_scope on known_device to purser_app
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on known_device to purser_app;

-- Addresses that an access key was used from.
create table access_key_address (
  merchant_id bigint not null,
  access_key text not null,
  ip inet not null,
  -- -infinity: the first one of its key.
  first_used_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  primary key (merchant_id, access_key, ip),
  foreign key (merchant_id, access_key) references access_key on delete cascade
);
alter table access_key_address enable row level security;
create policy owner_scope on access_key_address to purser_app
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on access_key_address to purser_app;

-- When the key was made, or what it permits was changed.
alter table access_key add column changed_at timestamptz not null default now();
update access_key set changed_at = created_at;

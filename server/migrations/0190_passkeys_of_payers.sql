-- Passkeys by which wallet users sign in, and confirm payments in place of the payment password.

create table payer_passkey (
  user_id bigint not null,
  passkey_id uuid not null,
  -- As the authenticator chose it. It is looked for among the passkeys of one user alone, whom the authenticator or the session names.
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  -- In COSE's form.
  public_key bytea not null,
  -- How often the authenticator says that it was used; 0 when it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  synced boolean not null default false,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, passkey_id),
  unique (user_id, credential_id)
);

alter table payer_passkey enable row level security;
create policy owner_scope on payer_passkey to purser_app
  using ((select scope()) = 'system' or user_id = nullif((select scope()), 'system')::bigint);
grant select, insert, delete on payer_passkey to purser_app;
grant update (counter, last_used_at) on payer_passkey to purser_app;

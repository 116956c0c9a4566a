-- Passkeys by which members of staff sign in and confirm, beside the authenticator or in its place.

create table staff_passkey (
  staff_id bigint not null references staff,
  passkey_id uuid not null,
  -- As the authenticator chose it. No two accounts have the same (WebAuthn Level 3, section 7.1).
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- In COSE's form.
  public_key bytea not null,
  -- How often the authenticator says that it was used; 0 when it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (staff_id, passkey_id)
);

alter table staff_passkey enable row level security;
create policy staff_only on staff_passkey to purser_operator using ((select scope()) is not null);
grant select, insert, update, delete on staff_passkey to purser_operator;

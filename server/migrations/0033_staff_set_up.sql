-- One-time links by which members of staff set their password and authenticator.

create table staff_invitation (
  invitation_id uuid primary key,
  kind text not null check (kind in ('first', 'invitation', 'reset')),
  -- Whose password and authenticator are set anew.
  staff_id bigint references staff,
  username text,
  name text,
  role text not null check (role in ('admin', 'finance', 'support', 'auditor')),
  token_hash bytea not null unique,
  made_by bigint references staff,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Nobody resets their own factors: whoever stole a session would.
  check (made_by <> staff_id),
  check ((kind = 'first') = (made_by is null)),
  check ((kind = 'reset') = (staff_id is not null)),
  check ((kind = 'invitation') = (username is not null and name is not null))
);

alter table staff_invitation enable row level security;
create policy staff_only on staff_invitation to purser_operator using ((select scope()) is not null);
grant select, insert, update, delete on staff_invitation to purser_operator;

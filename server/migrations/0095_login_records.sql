-- The logins of a merchant, and those that were refused: whoever looks sees what was somebody else. Refusals that are alike, within an hour and from one
-- address, are one row that counts them, and of a merchant only so many addresses have rows of their own: strangers cannot make the table grow without end.
create table login_record (
  merchant_id bigint not null,
  -- UUIDv7. That of a login is the number of the session that it opened.
  record_id uuid not null,
  outcome text not null check (outcome in ('logged_in', 'wrong_password', 'wrong_code', 'code_used', 'ip_refused', 'suspended')),
  -- By what somebody got in; null where nobody did.
  way text check (way in ('google_code', 'recovery_code', 'first_authenticator', 'set_up_link')),
  -- Of refusals over IPv6 the network. Null: of more addresses than have rows of their own.
  ip inet,
  user_agent text not null default '',
  attempts integer not null default 1,
  -- The hour in which refusals are counted together; null for a login, which stands alone.
  counted_in timestamptz,
  create_time timestamptz not null default now(),
  last_time timestamptz not null default now(),
  primary key (merchant_id, record_id),
  check ((outcome = 'logged_in') = (way is not null) and (way is null) = (counted_in is not null))
);
create unique index login_record_alike on login_record (merchant_id, counted_in, outcome, ip) nulls not distinct where counted_in is not null;
create index login_record_forget on login_record (create_time);

alter table login_record enable row level security;
create policy owner_scope on login_record to purser_app
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on login_record to purser_app;

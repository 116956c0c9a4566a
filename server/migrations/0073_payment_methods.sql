-- Bank accounts that merchants and wallet users are paid out to, once staff have verified them.

create table payment_method (
  -- A merchant, or a wallet user.
  owner_id bigint not null,
  payment_method_id uuid not null,
  party text not null check (party in ('merchant', 'user')),
  kind text not null default 'bank_account' check (kind in ('bank_account')),
  -- The currency area whose money it takes.
  market text not null references market,
  holder_name text not null,
  bank_name text not null,
  -- BIC or national clearing code; empty where an IBAN says it.
  bank_code text not null default '',
  -- The account number, sealed under the master key for this owner and account; a keyed hash, by which a second one of the same number is known;
  -- and its last characters, which are shown. None of them ever changes: another number is another account.
  sealed_number bytea not null,
  number_mac bytea not null,
  shown_number text not null,
  -- Counts the changes by its owner. Staff decide on the version that they have seen, so that whoever acts for owners can change an account, and
  -- never verify one.
  version integer not null default 1,
  verified_version integer,
  rejected_version integer,
  status text not null generated always as (
    case when verified_version = version then 'verified' when rejected_version = version then 'rejected' else 'unverified' end) stored
    check (status in ('unverified', 'verified', 'rejected')),
  -- Why staff rejected it.
  reason text not null default '' check (length(reason) <= 200),
  decided_by bigint,
  decided_at timestamptz,
  -- What was unlinked stays: withdrawals were paid out to it.
  binding text not null default 'bound' check (binding in ('bound', 'unbound')),
  listing text not null default 'on' check (listing in ('on', 'off')),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (owner_id, payment_method_id),
  check (not is_default or binding = 'bound')
);
create unique index payment_method_number on payment_method (owner_id, market, number_mac) where binding = 'bound';
create unique index payment_method_default on payment_method (owner_id, market) where is_default;
-- For staff, across all owners: every account, and those that wait to be verified.
create index payment_method_of_all on payment_method (payment_method_id);
create index payment_method_waiting on payment_method (payment_method_id) where status = 'unverified' and binding = 'bound';

alter table payment_method enable row level security;
create policy owner_scope on payment_method to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select on payment_method to purser_app;
grant insert (owner_id, payment_method_id, party, market, holder_name, bank_name, bank_code, sealed_number, number_mac, shown_number, is_default)
  on payment_method to purser_app;
grant update (holder_name, bank_name, bank_code, version, binding, listing, is_default, updated_at) on payment_method to purser_app;
grant select on payment_method to purser_operator;
grant update (verified_version, rejected_version, reason, decided_by, decided_at, updated_at) on payment_method to purser_operator;

-- What staff see and do of the ledger.

-- A manual posting is made in the transaction of its approval, on the connections of staff. The function decides as it does for everybody.
grant execute on function ledger.post_batch to purser_operator;
-- Pages of one owner's entries are found by these.
grant execute on function ledger.is_provider, ledger.stripe_of, ledger.last_version, ledger.version_at, ledger.skip_entries to purser_operator;

-- All postings by time: those of a type lie together, and a page of all is merged of few types. What one batch posted shares its time, and with
-- it an entry of the index.
create index posting_by_time on ledger.posting (type, posted_at);
-- All accounts by the time of their opening. None of these columns ever changes, so balances still change without touching an index.
create index account_by_time on ledger.account (opened_at, owner_id, coin, purpose);
create index account_by_coin on ledger.account (coin, opened_at, owner_id, purpose);

-- What a bank or a custodian says that it holds. The newest of each source counts; nothing is changed or deleted.
create table reserve_attestation (
  attestation_id uuid primary key,
  coin text not null references coin,
  amount bigint not null check (amount >= 0),
  source text not null check (source <> ''),
  -- As of when it is said.
  as_of timestamptz not null,
  remark text not null default '',
  entered_by bigint not null references staff,
  created_at timestamptz not null default now()
);
create index reserve_attestation_newest on reserve_attestation (coin, source, as_of desc, created_at desc, attestation_id desc);

alter table reserve_attestation enable row level security;
create policy staff_only on reserve_attestation to purser_operator using ((select scope()) is not null);
grant select, insert on reserve_attestation to purser_operator;

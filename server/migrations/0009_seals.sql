-- Entries are sealed behind the hot path, so that a history rewritten by somebody who may write these tables is found out; and rolling
-- up makes progress in whatever time it is given.

-- A seal covers the entries of one account from from_version up to to_version. Its MAC takes in the account's seal before it, so the
-- seals of an account chain from its first entry on. The key is not in the database (packages/ledger/src/seal.ts).
create table ledger.seal (
  owner_id bigint not null,
  from_version bigint not null check (from_version > 0),
  to_version bigint not null check (to_version >= from_version),
  -- Grows with every transaction that seals, over all accounts: a checkpoint names the last one that it covers.
  round bigint not null check (round > 0),
  mac bytea not null check (octet_length(mac) = 32),
  coin text collate "C" not null,
  purpose text collate "C" not null,
  primary key (owner_id, coin, purpose, to_version)
);
create sequence ledger.seal_round as bigint;

-- The application adds seals, for all owners at once, and never changes or removes one.
alter table ledger.seal enable row level security;
create policy visible_to_owner on ledger.seal for select using (
  (select current_setting('purser.owner_id', true)) = 'system'
  or owner_id = (select nullif(nullif(current_setting('purser.owner_id', true), 'system'), '')::bigint));
create policy added_by_system on ledger.seal for insert with check ((select current_setting('purser.owner_id', true)) = 'system');
grant select, insert on ledger.seal to purser_app;
grant usage on sequence ledger.seal_round to purser_app;

-- Adds one account's entries from first_version up to last_version to its hourly totals, and moves the watermark there.
create function ledger.fold_entries(owner_id bigint, coin text, purpose text, first_version bigint, last_version bigint) returns void
language sql
-- Finds its rows by primary key; its plan must not drift to a scan with the tables' statistics.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
  insert into ledger.hourly_total as t (owner_id, coin, purpose, hour, type, count, amount_in, amount_out, charge)
  select $1, $2, $3, e.hour, e.type, count(*), sum(greatest(e.change, 0)), sum(greatest(-e.change, 0)), sum(e.charge)
  from (
    select date_trunc('hour', e.posted_at, 'UTC') as hour, e.type, e.charge,
      e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before as change
    from ledger.entry e
    where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version between $4 and $5
  ) e
  group by e.hour, e.type
  on conflict (owner_id, coin, purpose, hour, type) do update
  set count = t.count + excluded.count, amount_in = t.amount_in + excluded.amount_in,
    amount_out = t.amount_out + excluded.amount_out, charge = t.charge + excluded.charge;

  insert into ledger.rollup as r (owner_id, coin, purpose, rolled_up_to_version) values ($1, $2, $3, $5)
  on conflict (owner_id, coin, purpose) do update set rolled_up_to_version = excluded.rolled_up_to_version;
$$;

-- Folds entries into hourly totals: of the accounts with at least `least_entries` waiting the `most_accounts` with most, up to
-- `most_entries` of each, in slices until `budget_ms` are spent. The budget is a quarter of the statement's own time limit at the most,
-- and at least one slice is folded: whatever the limit, a call ends in time and its transaction keeps what was folded. Returns how many
-- entries it folded; call it again while that is not zero. The watermark moves in the same transaction, so a run that dies leaves
-- nothing half done. One caller works at a time, another returns 0 at once. Statistics are exact whether or not this has run: it only
-- makes them quick.
drop function ledger.roll_up(integer, bigint, bigint);
create function ledger.roll_up(
  most_accounts integer default 200, most_entries bigint default 50000, least_entries bigint default 500, budget_ms integer default 1000
)
returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  slice constant bigint := 2000;
  started constant timestamptz := clock_timestamp();
  statement_ms constant integer := (select setting::integer from pg_settings where name = 'statement_timeout');
  budget constant interval := make_interval(secs => least(budget_ms, coalesce(nullif(statement_ms, 0) / 4, budget_ms)) / 1000.0);
  folded bigint := 0;
  due record;
  last bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('ledger.roll_up', 0)) then
    return 0;
  end if;
  for due in
    select a.owner_id, a.coin, a.purpose, coalesce(r.rolled_up_to_version, 0) as done,
      least(a.version, coalesce(r.rolled_up_to_version, 0) + most_entries) as upto
    from ledger.account a
    left join ledger.rollup r on r.owner_id = a.owner_id and r.coin = a.coin and r.purpose = a.purpose
    where a.version >= least_entries and a.version - coalesce(r.rolled_up_to_version, 0) >= greatest(least_entries, 1)
    order by a.version - coalesce(r.rolled_up_to_version, 0) desc
    limit most_accounts
  loop
    while due.done < due.upto loop
      if folded > 0 and clock_timestamp() - started >= budget then
        return folded;
      end if;
      last := least(due.upto, due.done + slice);
      perform ledger.fold_entries(due.owner_id, due.coin, due.purpose, due.done + 1, last);
      folded := folded + last - due.done;
      due.done := last;
    end loop;
  end loop;
  return folded;
end
$$;

revoke all on function ledger.fold_entries(bigint, text, text, bigint, bigint), ledger.roll_up(integer, bigint, bigint, integer) from public;
grant execute on function ledger.roll_up(integer, bigint, bigint, integer) to purser_app;

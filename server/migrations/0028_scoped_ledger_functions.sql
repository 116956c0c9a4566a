-- Functions that run with the rights of the ledger's owner ask whose scope they are called in, as ledger.post_batch does.

-- Opens accounts that are not open yet and returns how many it opened. An account never changes its floor: asking for
-- another one is an error. An owner's scope opens that owner's accounts only.
create or replace function ledger.open_accounts(owner_ids bigint[], coins text[], purposes text[], unboundeds boolean[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  scope constant bigint := ledger.scope_owner();
  opened integer;
begin
  if scope is null or scope <> 0 and scope <> any (owner_ids) then
    raise exception 'a caller scoped to one owner opens accounts of that owner only' using errcode = 'insufficient_privilege';
  end if;
  -- Ordered, so that two callers opening the same accounts cannot wait for each other.
  insert into ledger.account (owner_id, coin, purpose, unbounded)
  select distinct w.owner_id, w.coin, w.purpose, w.unbounded
  from unnest(owner_ids, coins, purposes, unboundeds) as w(owner_id, coin, purpose, unbounded)
  order by 1, 2, 3
  on conflict (owner_id, coin, purpose) do nothing;
  get diagnostics opened = row_count;
  if exists (
    select from unnest(owner_ids, coins, purposes, unboundeds) as w(owner_id, coin, purpose, unbounded)
    join ledger.account a using (owner_id, coin, purpose)
    where a.unbounded <> w.unbounded
  ) then
    raise exception 'an account is already open with another floor' using errcode = 'invalid_parameter_value';
  end if;
  return opened;
end
$$;

-- Folds entries into hourly totals, as migration 0009 says; of all owners, so in the system's scope only.
create or replace function ledger.roll_up(
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
  if ledger.scope_owner() is distinct from 0 then
    raise exception 'entries of all owners are folded by the system' using errcode = 'insufficient_privilege';
  end if;
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

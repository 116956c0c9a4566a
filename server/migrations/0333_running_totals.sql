-- Sums of any time are the difference of two rows, and not read from every hour of it: what an account's entries of a type have come to, from its first
-- one up to the end of each quarter of an hour that has any. Days begin at quarters of hours in every zone, so none of them has to be read from entries.
-- Entries never go back in time, so what is folded belongs to the newest quarter or to later ones.
create table ledger.running_total (
  owner_id bigint not null,
  quarter timestamptz not null,
  count bigint not null check (count > 0),
  amount_in numeric not null,
  amount_out numeric not null,
  charge numeric not null,
  coin text collate "C" not null,
  purpose text collate "C" not null,
  type text collate "C" not null,
  primary key (owner_id, coin, purpose, type, quarter)
);

alter table ledger.running_total enable row level security;
create policy visible_to_owner on ledger.running_total for select using (
  (select public.scope()) = 'system' or owner_id = (select nullif(public.scope(), 'system')::bigint));
grant select on ledger.running_total to purser_app, purser_operator;

-- Adds one account's entries from first_version up to last_version to its running totals, and moves the watermark there.
create or replace function ledger.fold_entries(owner_id bigint, coin text, purpose text, first_version bigint, last_version bigint) returns void
language sql
-- Finds its rows by primary key; its plan must not drift to a scan with the tables' statistics.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
  insert into ledger.running_total (owner_id, coin, purpose, type, quarter, count, amount_in, amount_out, charge)
  select $1, $2, $3, q.type, q.quarter, coalesce(newest.count, 0) + sum(q.count) over so_far, coalesce(newest.amount_in, 0) + sum(q.amount_in) over so_far,
    coalesce(newest.amount_out, 0) + sum(q.amount_out) over so_far, coalesce(newest.charge, 0) + sum(q.charge) over so_far
  from (
    select e.type, e.quarter, count(*) as count, sum(greatest(e.change, 0)) as amount_in, sum(greatest(-e.change, 0)) as amount_out,
      sum(e.charge) as charge
    from (
      select date_bin('15 minutes', e.posted_at, '2000-01-01Z') as quarter, e.type, e.charge,
        e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before as change
      from ledger.entry e
      where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version between $4 and $5
    ) e
    group by e.type, e.quarter
  ) q
  left join lateral (
    select t.count, t.amount_in, t.amount_out, t.charge
    from ledger.running_total t
    where t.owner_id = $1 and t.coin = $2 and t.purpose = $3 and t.type = q.type
    order by t.quarter desc limit 1
  ) newest on true
  window so_far as (partition by q.type order by q.quarter)
  on conflict (owner_id, coin, purpose, type, quarter) do update
  set count = excluded.count, amount_in = excluded.amount_in, amount_out = excluded.amount_out, charge = excluded.charge;

  insert into ledger.rollup as r (owner_id, coin, purpose, rolled_up_to_version) values ($1, $2, $3, $5)
  on conflict (owner_id, coin, purpose) do update set rolled_up_to_version = excluded.rolled_up_to_version;
$$;

-- Once, all that has been rolled up so far; rolling up waits meanwhile, and nothing else does.
lock table ledger.rollup in share row exclusive mode;
select ledger.fold_entries(owner_id, coin, purpose, 1, rolled_up_to_version) from ledger.rollup;
analyze ledger.running_total;
drop table ledger.hourly_total;

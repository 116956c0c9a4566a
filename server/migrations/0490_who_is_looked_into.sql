-- Whether a table was looked into is told by what is counted of it, which everybody may read. What was found (pg_statistic) only a superuser
-- may, and the owner of these tables need not be one.
create or replace function analyze_new_table(after oid, smallest bigint default 65536, largest bigint default 67108864) returns oid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  filled regclass;
begin
  if not ledger.is_distributed() then
    select oid into filled from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and oid > after
      and pg_stat_get_analyze_count(oid) + pg_stat_get_autoanalyze_count(oid) = 0
      and pg_relation_size(oid) between smallest and largest
    order by oid limit 1;
  end if;
  if filled is not null then
    execute format('analyze (skip_locked) %s', filled);
  end if;
  return filled;
end
$$;

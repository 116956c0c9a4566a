-- PostgreSQL guesses what is in a table until autovacuum has looked at it for the first time, which is up to a minute after it began to fill. Among indexes
-- that guesses make equal, a statement may take one that reads all of an owner's rows. So the next table after one that has filled without statistics is
-- looked into here. One so large was brought whole, and to look into it takes long: it is left to autovacuum, and so is one that this has at this moment.
-- Where tables are distributed each node's autovacuum alone looks.
create function analyze_new_table(after oid) returns oid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  filled regclass;
begin
  if not ledger.is_distributed() then
    select oid into filled from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and oid > after
      and not exists (select from pg_statistic where starelid = pg_class.oid)
      and pg_relation_size(oid) between 65536 and 67108864
    order by oid limit 1;
  end if;
  if filled is not null then
    execute format('analyze (skip_locked) %s', filled);
  end if;
  return filled;
end
$$;
revoke all on function analyze_new_table from public;
grant execute on function analyze_new_table to purser_app;

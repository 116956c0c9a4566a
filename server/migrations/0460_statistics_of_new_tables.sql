-- PostgreSQL guesses what is in a table until autovacuum has looked at it for the first time, which is up to a minute after it began to fill. Among indexes
-- that guesses make equal, a statement may take one that reads all of an owner's rows. Where tables are distributed each node's autovacuum alone looks.
create function analyze_new_tables() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  filled regclass;
  looked_at integer := 0;
begin
  if ledger.is_distributed() then
    return 0;
  end if;
  for filled in
    select oid from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)
      and not exists (select from pg_statistic where starelid = pg_class.oid)
      and pg_relation_size(oid) >= 65536
  loop
    -- One that autovacuum or another program has at this moment is left to it.
    execute format('analyze (skip_locked) %s', filled);
    looked_at := looked_at + 1;
  end loop;
  return looked_at;
end
$$;
revoke all on function analyze_new_tables from public;
grant execute on function analyze_new_tables to purser_app;

-- What a program asks before it starts: which migration is the newest, and whether postings from before content MACs wait for theirs. With new postings beside
-- them nobody could tell afterwards which of those without a MAC are old and which somebody wrote into the table, and none would ever get one.
create function schema_standing(out newest integer, out waits_for_adoption boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select max(number) from public.schema_migration),
    -- The mark says so at once; only a ledger that was never adopted is looked through.
    case when exists (select from ledger.adoption) then false
      else exists (select from ledger.posting where content_mac is null)
    end
$$;

revoke all on function schema_standing from public;
grant execute on function schema_standing to purser_app;

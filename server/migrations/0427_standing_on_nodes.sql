-- The same; a node answers whether there is something only where something is asked for.
create or replace function public.schema_standing(OUT newest integer, OUT waits_for_adoption boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (select max(number) from public.schema_migration),
    -- The mark says so at once; only a ledger that was never adopted is looked through.
    case when exists (select 1 from ledger.adoption) then false
      else exists (select 1 from ledger.posting where content_mac is null)
    end
$function$;

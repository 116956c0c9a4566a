-- How many accounts were opened is counted by those that were: of rows that are not inserted as they are there, nodes say that they were.
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
  with made as (
    insert into ledger.account (owner_id, coin, purpose, unbounded)
    select distinct w.owner_id, w.coin, w.purpose, w.unbounded
    from unnest(owner_ids, coins, purposes, unboundeds) as w(owner_id, coin, purpose, unbounded)
    order by 1, 2, 3
    on conflict (owner_id, coin, purpose) do nothing
    returning owner_id
  )
  select count(*) into opened from made;
  perform from unnest(owner_ids, coins, purposes, unboundeds) as w(owner_id, coin, purpose, unbounded)
  join ledger.account a using (owner_id, coin, purpose)
  where a.unbounded <> w.unbounded;
  if found then
    raise exception 'an account is already open with another floor' using errcode = 'invalid_parameter_value';
  end if;
  return opened;
end
$$;

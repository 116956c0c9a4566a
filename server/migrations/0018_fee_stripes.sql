-- The provider's fees in sixteen accounts instead of one per coin, chosen by the merchant: payments of different merchants no longer
-- wait for one row. The provider owns the ids 1 to 16; fees collected so far stay where they are, with owner 1.

-- With the fees of one stripe the provider's owner id of that stripe; packages/ledger/src/account.ts says the same.
create function ledger.stripe_of(owner_id bigint) returns bigint language sql immutable parallel safe
  return 1 + owner_id % 16;

-- Not declared strict: PostgreSQL then puts the comparison itself in its place, also in the check of every entry.
create function ledger.is_provider(owner_id bigint) returns boolean language sql immutable parallel safe
  return owner_id between 1 and 16;

insert into ledger.account (owner_id, coin, purpose)
select stripe, coin, purpose from ledger.account, generate_series(2, 16) as stripe
where owner_id = 1 and purpose = 'fees'
on conflict do nothing;

-- The entries of all stripes go without a number within their type, and without the index over it.
alter table ledger.entry drop constraint entry_check;
alter table ledger.entry add constraint only_the_provider_counts_no_types check ((type_version is null) = ledger.is_provider(owner_id));
drop index ledger.entry_by_type;
create index entry_by_type on ledger.entry (owner_id, coin, purpose, type, type_version) include (version, posted_at)
  where type_version is not null;

-- As before, by the index as it is now.
create or replace function ledger.last_version(owner_id bigint, coin text, purpose text, type text default null) returns bigint
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  found bigint;
begin
  if type is null then
    select a.version into found from ledger.account a where a.owner_id = $1 and a.coin = $2 and a.purpose = $3;
    return found;
  end if;
  select e.type_version into found from ledger.entry e
  where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.type = $4 and e.type_version is not null
  order by e.type_version desc limit 1;
  return coalesce(found, 0);
end
$$;

revoke all on function ledger.stripe_of, ledger.is_provider from public;
grant execute on function ledger.stripe_of, ledger.is_provider to purser_app;

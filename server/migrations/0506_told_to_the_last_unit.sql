-- What came to the address that was told, as the token counts: it may count finer than USDT does here. Null where it was looked up before this was kept.
alter table recharge_evidence add column raw_amount numeric(78, 0) check (raw_amount >= 0);

-- Recharges that were told or entered and are credited: those decided of late are looked up until they are final, and all are part of what is reckoned.
create index review_order_credited_by_hand on review_order (network, audit_time) include (address)
  where kind = 'usdt_recharge' and status = 'approved' and review_mode = 'manual';

-- Whether two nodes have said that a recharge's transaction brought what the recharge says to the address that it names: what it brought to others is not credited by it.
create function is_seen_transfer(its_owner bigint, its_number text, its_address text, its_amount numeric) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select public.scope()) = 'system'
    and exists (
      select 1 from public.recharge_evidence as seen
      where seen.owner_id = its_owner and seen.serial_number = its_number and seen.state = 'final' and seen.token = 'usdt'
        and seen.recipient = its_address and seen.amount = its_amount
    )
$$;
revoke all on function is_seen_transfer from public;
grant execute on function is_seen_transfer to purser_app, purser_operator;

create or replace function is_about_another_transfer(its_owner bigint, its_number text, its_network text, its_address text, its_amount numeric) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.is_seen_transfer(its_owner, its_number, its_address, its_amount)
    and not exists (select 1 from public.address_directory as own where own.network = its_network and own.address = its_address)
$$;

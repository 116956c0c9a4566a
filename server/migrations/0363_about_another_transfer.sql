-- One transaction may bring something to several addresses. Whether two nodes have said that a recharge is about another transfer of its transaction than any to an owner's own
-- address: one to the address of everybody, final, and of as much as was told. The watcher asks it, which sees nothing of what was looked up.
create function is_about_another_transfer(its_owner bigint, its_number text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select public.scope()) = 'system' and exists (
    select from public.review_order as told join public.recharge_evidence as seen using (owner_id, serial_number)
    where told.owner_id = its_owner and told.serial_number = its_number and seen.state = 'final' and seen.token = 'usdt'
      and seen.recipient = told.address and seen.amount = told.other_amount
      and not exists (select from public.address_directory as own where own.network = told.network and own.address = told.address)
  )
$$;
revoke all on function is_about_another_transfer from public;
grant execute on function is_about_another_transfer to purser_app, purser_operator;

-- One transaction may bring USDT to the address of everybody and to an owner's own. Where the latter was credited first, as it was seen, the claim of whoever tells the former
-- takes its place: all stands as if it had been told first. What was credited as it was seen needs no claim to be credited once, and the one who tells is approved only
-- for another transfer of the transaction (is_about_another_transfer). The claimer sees nothing of the order that was there before.
create function claim_beside_chain(its_network text, its_txid text, claimer bigint, its_number text, its_address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select public.scope()) is distinct from 'system' and (select public.scope()) is distinct from claimer::text then
    raise exception 'a claim is of the owner whose scope it is' using errcode = 'insufficient_privilege';
  end if;
  update public.recharge_txid as taken set owner_id = claimer, serial_number = its_number
  where taken.network = its_network and taken.txid = its_txid
    and exists (
      select from public.review_order as seen
      where seen.owner_id = taken.owner_id and seen.serial_number = taken.serial_number and seen.kind = 'usdt_recharge'
        and seen.review_mode = 'automatic' and seen.address <> its_address
    )
    and exists (select from public.coin_network where network = its_network and deposit_address = its_address)
    and not exists (select from public.address_directory as own where own.network = its_network and own.address = its_address);
  return found;
end
$$;
revoke all on function claim_beside_chain from public;
grant execute on function claim_beside_chain to purser_app;

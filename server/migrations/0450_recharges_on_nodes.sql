-- Whose recharge it is lies elsewhere than what was looked up of it and than the addresses. Whether two nodes have said that a recharge is about another transfer of its transaction
-- than any to an owner's own address is asked with what the recharge says, which whoever asks has read. The one by the number alone stays for programs of the
-- version before, which may still run beside.
create function is_about_another_transfer(its_owner bigint, its_number text, its_network text, its_address text, its_amount numeric) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select public.scope()) = 'system'
    and exists (
      select 1 from public.recharge_evidence as seen
      where seen.owner_id = its_owner and seen.serial_number = its_number and seen.state = 'final' and seen.token = 'usdt'
        and seen.recipient = its_address and seen.amount = its_amount
    )
    and not exists (select 1 from public.address_directory as own where own.network = its_network and own.address = its_address)
$$;
revoke all on function is_about_another_transfer(bigint, text, text, text, numeric) from public;
grant execute on function is_about_another_transfer(bigint, text, text, text, numeric) to purser_app, purser_operator;

-- Each of what decides about a claim is read by its key, one after the other.
create or replace function claim_beside_chain(its_network text, its_txid text, claimer bigint, its_number text, its_address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  taken record;
begin
  if (select public.scope()) is distinct from 'system' and (select public.scope()) is distinct from claimer::text then
    raise exception 'a claim is of the owner whose scope it is' using errcode = 'insufficient_privilege';
  end if;
  select t.owner_id, t.serial_number into taken from public.recharge_txid as t where t.network = its_network and t.txid = its_txid for no key update;
  if not found
    or not exists (
      select 1 from public.review_order as seen
      where seen.owner_id = taken.owner_id and seen.serial_number = taken.serial_number and seen.kind = 'usdt_recharge'
        and seen.review_mode = 'automatic' and seen.address <> its_address
    )
    or not exists (select 1 from public.coin_network where network = its_network and deposit_address = its_address)
    or exists (select 1 from public.address_directory as own where own.network = its_network and own.address = its_address)
  then
    return false;
  end if;
  update public.recharge_txid set owner_id = claimer, serial_number = its_number where network = its_network and txid = its_txid;
  return true;
end
$$;

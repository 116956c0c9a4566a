-- What is signed lies elsewhere than the addresses that are not paid to, and than what the signer tells: each is asked for by itself.
create or replace function payout_to_sign(its_owner bigint, its_number text)
returns table (network text, address text, other_coin text, other_amount numeric)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  its record;
begin
  select o.network, o.address, o.other_coin, o.other_amount into its
  from public.review_order as o
  where o.owner_id = its_owner and o.serial_number = its_number and o.kind || '' = 'usdt_withdrawal' and o.status || '' = 'approved'
  for no key update;
  if not found
    or exists (select 1 from public.blocked_address as b where b.address = its.address)
    or exists (
      select 1 from public.network as same join public.network as alike on alike.kind = same.kind
      join public.address_directory as d on d.network = alike.network and d.address = its.address
      where same.network = its.network
    )
    or exists (
      select 1 from public.network as same join public.network as alike on alike.kind = same.kind
      join public.coin_network as c on c.network = alike.network and lower(its.address) in (lower(c.contract_address), lower(c.deposit_address))
      where same.network = its.network
    )
  then
    return;
  end if;
  return query select its.network, its.address, its.other_coin, its.other_amount;
end
$$;

create or replace function return_to_sign(its_owner bigint, its_network text, its_txid bytea, its_ordinal integer)
returns table (network text, address text, other_coin text, other_amount numeric)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  its record;
begin
  select d.network, d.return_address, d.return_amount into its
  from public.chain_deposit as d
  where d.owner_id = its_owner and d.network = its_network and d.txid = its_txid and d.ordinal = its_ordinal and d.state || '' = 'returning'
  for no key update;
  if not found
    or exists (select 1 from public.blocked_address as b where b.address = its.return_address)
    or exists (
      select 1 from public.network as same join public.network as alike on alike.kind = same.kind
      join public.address_directory as a on a.network = alike.network and a.address = its.return_address
      where same.network = its.network
    )
    or exists (
      select 1 from public.network as same join public.network as alike on alike.kind = same.kind
      join public.chain_holding as h on h.network = alike.network and h.address = its.return_address
      where same.network = its.network
    )
    or exists (
      select 1 from public.network as same join public.network as alike on alike.kind = same.kind
      join public.coin_network as c on c.network = alike.network and lower(its.return_address) in (lower(c.contract_address), lower(c.deposit_address))
      where same.network = its.network
    )
  then
    return;
  end if;
  return query select its.network, its.return_address, 'USDT', its.return_amount::numeric;
end
$$;

create or replace function signer_tells(
  its_network text, its_trouble text, owners bigint[], numbers text[], reasons text[], missings numeric[], untils timestamptz[]
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  at_once constant timestamptz := now();
  orders_owners bigint[];
  orders_numbers text[];
  returns_owners bigint[];
  returns_numbers text[];
begin
  insert into public.signer_told as told (network, told_at, trouble, trouble_at)
  select its_network, at_once, its_trouble, case when its_trouble is not null then at_once end
  on conflict (network) do update set told_at = excluded.told_at, trouble = excluded.trouble,
    trouble_at = case when told.trouble is not distinct from excluded.trouble then told.trouble_at else excluded.trouble_at end;

  delete from public.payout_wait as w
  where w.network = its_network and owners is not null and not exists (
    select from unnest(owners, numbers) as said (owner_id, serial_number) where said.owner_id = w.owner_id and said.serial_number = w.serial_number
  );

  -- What waits to be signed, of that which is said to.
  select array_agg(o.owner_id), array_agg(o.serial_number) into orders_owners, orders_numbers
  from unnest(owners, numbers) as said (owner_id, serial_number)
  join public.review_order as o on o.owner_id = said.owner_id and o.serial_number = said.serial_number
  where o.kind || '' = 'usdt_withdrawal' and o.status || '' = 'approved' and o.network = its_network;
  select array_agg(said.owner_id), array_agg(said.serial_number) into returns_owners, returns_numbers
  from unnest(owners, numbers) as said (owner_id, serial_number)
  join public.chain_deposit as d on d.owner_id = said.owner_id
  where d.network = its_network and d.state = 'returning' and 'return 0x' || encode(d.txid, 'hex') || ' ' || d.ordinal = said.serial_number;

  insert into public.payout_wait as w (owner_id, serial_number, network, reason, missing, until, since)
  select said.owner_id, said.serial_number, its_network, said.reason, said.missing, said.until, at_once
  from unnest(owners, numbers, reasons, missings, untils) as said (owner_id, serial_number, reason, missing, until)
  where (said.owner_id, said.serial_number) in (select * from unnest(orders_owners || returns_owners, orders_numbers || returns_numbers))
  on conflict (owner_id, serial_number) do update
    set network = excluded.network, reason = excluded.reason, missing = excluded.missing, until = excluded.until,
      since = case when (w.network, w.reason) = (excluded.network, excluded.reason) then w.since else excluded.since end
    where (w.network, w.reason, w.missing, w.until) is distinct from (excluded.network, excluded.reason, excluded.missing, excluded.until);
end
$$;

create or replace function signer_tells_before(its_network text, owners bigint[], numbers text[], txids bytea[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  at_once constant timestamptz := now();
begin
  delete from public.payout_signed_before as b
  where b.network = its_network and (
    not exists (select from unnest(owners, numbers) as said (owner_id, serial_number) where said.owner_id = b.owner_id and said.serial_number = b.serial_number)
    or exists (select from public.review_order as o where o.owner_id = b.owner_id and o.serial_number = b.serial_number and o.status || '' = 'settled')
  );

  insert into public.payout_signed_before as b (owner_id, serial_number, network, txid, told_at)
  select distinct on (said.owner_id, said.serial_number) said.owner_id, said.serial_number, its_network, said.txid, at_once
  from unnest(owners, numbers, txids) with ordinality as said (owner_id, serial_number, txid, place)
  join public.review_order as o on o.owner_id = said.owner_id and o.serial_number = said.serial_number
  where o.kind || '' = 'usdt_withdrawal' and o.status || '' <> 'settled' and o.network = its_network
  order by said.owner_id, said.serial_number, said.place
  on conflict (owner_id, serial_number) do update set txid = excluded.txid, network = excluded.network, told_at = excluded.told_at, unpaid_at = null
    where (b.txid, b.network) is distinct from (excluded.txid, excluded.network);
end
$$;

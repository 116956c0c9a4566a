-- What the signer's journal has signed for withdrawals and this database does not have: it was put back, or changed. Until it is known what became of that, nobody gives the money back.
create table payout_signed_before (
  owner_id bigint not null,
  serial_number text not null,
  network text not null references network,
  -- The transaction that is on the chain as the signer's nodes say, or the newest that it signed.
  txid bytea not null check (length(txid) = 32),
  told_at timestamptz not null default now(),
  -- Two people have said that it has paid nothing.
  unpaid_at timestamptz,
  primary key (owner_id, serial_number)
);
create index payout_signed_before_by_network on payout_signed_before (network);
alter table payout_signed_before enable row level security;
create policy visible_to_owner on payout_signed_before for select to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = (select nullif(scope(), 'system')::bigint));
create policy staff_writes on payout_signed_before for update to purser_operator using ((select scope()) is not null);
grant select on payout_signed_before to purser_app, purser_operator;
grant update (unpaid_at) on payout_signed_before to purser_operator;

-- The signer names them, and no others of the network. Only withdrawals that are there and were not settled are kept: it can hold money back for two people to decide, and move none.
create function signer_tells_before(its_network text, owners bigint[], numbers text[], txids bytea[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.payout_signed_before as b
  where b.network = its_network and (
    not exists (select from unnest(owners, numbers) as said (owner_id, serial_number) where said.owner_id = b.owner_id and said.serial_number = b.serial_number)
    or exists (select from public.review_order as o where o.owner_id = b.owner_id and o.serial_number = b.serial_number and o.status || '' = 'settled')
  );

  insert into public.payout_signed_before as b (owner_id, serial_number, network, txid)
  select distinct on (said.owner_id, said.serial_number) said.owner_id, said.serial_number, its_network, said.txid
  from unnest(owners, numbers, txids) with ordinality as said (owner_id, serial_number, txid, place)
  where exists (
    select from public.review_order as o
    where o.owner_id = said.owner_id and o.serial_number = said.serial_number and o.kind || '' = 'usdt_withdrawal' and o.status || '' <> 'settled' and o.network = its_network
  )
  order by said.owner_id, said.serial_number, said.place
  on conflict (owner_id, serial_number) do update set txid = excluded.txid, network = excluded.network, told_at = now(), unpaid_at = null
    where (b.txid, b.network) is distinct from (excluded.txid, excluded.network);
$$;
revoke all on function signer_tells_before from public;
grant execute on function signer_tells_before to purser_signer;

-- Holds an approved withdrawal that the signer has signed already, as payout_to_sign does; wherever it goes: what has left is written down all the same.
create function payout_signed_already(its_owner bigint, its_number text) returns table (network text, address text, other_coin text, other_amount numeric)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select o.network, o.address, o.other_coin, o.other_amount
  from public.review_order as o
  where o.owner_id = its_owner and o.serial_number = its_number and o.kind || '' = 'usdt_withdrawal' and o.status || '' = 'approved'
  for no key update of o
$$;
revoke all on function payout_signed_already from public;
grant execute on function payout_signed_already to purser_signer;

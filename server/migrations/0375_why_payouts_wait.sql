-- Why a payout waits, as the signer says itself: a reason of a closed set, what is missing, and since when. Staff read it; nothing is decided by it.
create table payout_wait (
  owner_id bigint not null,
  -- Of the withdrawal, or of what is sent back ("return 0x… 0").
  serial_number text not null,
  network text not null references network,
  reason text not null check (reason in (
    'not_usdt', 'no_amount', 'limit_once', 'limit_hour', 'limit_day', 'address_rests', 'address_refused', 'arrival_unseen', 'arrival_elsewhere', 'arrival_less', 'one_node',
    'gas_price', 'usdt_short', 'gas_short', 'chain_refuses', 'signed_before', 'changed', 'other_policy', 'many_open', 'nonce_gap', 'not_mined', 'not_taken', 'call_off_dear',
    'signed_elsewhere'
  )),
  -- Of USDT as the token counts, or of the network's own coin in its smallest unit.
  missing numeric(78, 0) check (missing > 0),
  -- When it goes on by itself, by the signer's clock.
  until timestamptz,
  since timestamptz not null default now(),
  primary key (owner_id, serial_number)
);
create index payout_wait_by_network on payout_wait (network, reason);

-- When the signer was last heard on a network, and what keeps it from everything there.
create table signer_told (
  network text primary key references network,
  trouble text check (trouble in ('no_node', 'failing')),
  trouble_at timestamptz,
  told_at timestamptz not null default now(),
  check ((trouble is null) = (trouble_at is null))
);
alter table payout_wait enable row level security;
alter table signer_told enable row level security;
create policy staff_reads on payout_wait for select to purser_operator using ((select scope()) is not null);
create policy staff_reads on signer_told for select to purser_operator using ((select scope()) is not null);
grant select on payout_wait, signer_told to purser_operator;

-- All that the signer can say of waiting: it is heard on a network, and these are the reasons of those that wait there, and no others (null: as they were). What does not wait for it is
-- left out, so there are never more reasons than payouts. It writes to no other table.
create function signer_tells(its_network text, its_trouble text, owners bigint[], numbers text[], reasons text[], missings numeric[], untils timestamptz[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.signer_told as told (network, trouble, trouble_at) values (its_network, its_trouble, case when its_trouble is not null then now() end)
  on conflict (network) do update set told_at = now(), trouble = excluded.trouble,
    trouble_at = case when told.trouble is not distinct from excluded.trouble then told.trouble_at else excluded.trouble_at end;

  delete from public.payout_wait as w
  where w.network = its_network and owners is not null and not exists (
    select from unnest(owners, numbers) as said (owner_id, serial_number) where said.owner_id = w.owner_id and said.serial_number = w.serial_number
  );

  insert into public.payout_wait as w (owner_id, serial_number, network, reason, missing, until)
  select said.owner_id, said.serial_number, its_network, said.reason, said.missing, said.until
  from unnest(owners, numbers, reasons, missings, untils) as said (owner_id, serial_number, reason, missing, until)
  where exists (
      select from public.review_order as o
      where o.owner_id = said.owner_id and o.serial_number = said.serial_number and o.kind || '' = 'usdt_withdrawal' and o.status || '' = 'approved' and o.network = its_network
    ) or exists (
      select from public.chain_deposit as d
      where d.owner_id = said.owner_id and d.network = its_network and d.state = 'returning' and 'return 0x' || encode(d.txid, 'hex') || ' ' || d.ordinal = said.serial_number
    )
  on conflict (owner_id, serial_number) do update
    set network = excluded.network, reason = excluded.reason, missing = excluded.missing, until = excluded.until,
      since = case when (w.network, w.reason) = (excluded.network, excluded.reason) then w.since else now() end
    where (w.network, w.reason, w.missing, w.until) is distinct from (excluded.network, excluded.reason, excluded.missing, excluded.until);
$$;
revoke all on function signer_tells from public;
grant execute on function signer_tells to purser_signer;

-- Why what is signed is not booked: the nodes contradict each other about it, or all of them have it as final and it moved something else than the order says.
alter table chain_tx
  add column doubt text check (doubt in ('nodes_differ', 'transfer_differs')),
  add column doubt_at timestamptz,
  -- Of the latter, as the token counts: what has left the sender, and what of it has arrived where it was to go.
  add column left_raw numeric(78, 0) check (left_raw >= 0),
  add column arrived_raw numeric(78, 0) check (arrived_raw >= 0),
  add constraint chain_tx_doubt check (
    (doubt is null) = (doubt_at is null) and (left_raw is null) = (arrived_raw is null) and (doubt is not distinct from 'transfer_differs') = (left_raw is not null)
  );
grant update (doubt, doubt_at, left_raw, arrived_raw) on chain_tx to purser_operator;

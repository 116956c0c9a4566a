-- USDT that merchants and wallet users bring in: told by its TXID, or sent to a merchant's own address.

alter table review_order
  -- How a recharge came in: told by its owner (empty), or entered by staff as it arrived at the owner's own address.
  add column way text not null default '' check (way in ('', 'quick')),
  add constraint review_order_way check (way = '' or kind = 'usdt_recharge');

-- With the rights of whoever reads, so that row level security binds them as it does the table.
create view usdt_recharge with (security_invoker = true) as
  select owner_id, serial_number, status, coin, amount, fee, settlement, fee_bp, other_amount, trim_scale(rate)::text as rate, network, address, txid,
    remark, create_time, audit_time
  from review_order where kind = 'usdt_recharge' and way = '';
create view quick_recharge with (security_invoker = true) as
  select owner_id, serial_number, status, coin, amount, fee, settlement, fee_bp, other_amount, trim_scale(rate)::text as rate, network, address, txid,
    remark, create_time, audit_time
  from review_order where kind = 'usdt_recharge' and way = 'quick';
grant select on usdt_recharge, quick_recharge to purser_app;

-- A transaction counts once in the whole installation, in its one spelling; it is free again when its recharge was rejected or taken back.
create table recharge_txid (
  network text not null references network,
  txid text not null,
  owner_id bigint not null,
  serial_number text not null,
  primary key (network, txid)
);
alter table recharge_txid enable row level security;
create policy owner_scope on recharge_txid to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, delete on recharge_txid to purser_app, purser_operator;

-- Whose an address is, for good: also when its owner has been given another one since.
create table address_directory (
  network text not null references network,
  address text not null,
  owner_id bigint not null,
  primary key (network, address)
);
alter table address_directory enable row level security;
create policy staff_only on address_directory to purser_operator using ((select scope()) is not null);
grant select, insert on address_directory to purser_operator;

-- The merchant's own address on each network.
create table deposit_address (
  owner_id bigint not null,
  network text not null references network,
  address text not null,
  set_by bigint not null,
  set_at timestamptz not null default now(),
  primary key (owner_id, network)
);
alter table deposit_address enable row level security;
create policy owner_scope on deposit_address to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select on deposit_address to purser_app;
grant select, insert, update on deposit_address to purser_operator;

-- What staff do about recharges.
grant insert on review_order to purser_operator;
grant update (deposit_address) on coin_network to purser_operator;

-- What the chains hold for us: as far below zero as coins have come in over them.
insert into ledger.account (owner_id, coin, purpose, unbounded)
select 1, coin, 'custody_' || lower(network), true from coin_network
on conflict do nothing;

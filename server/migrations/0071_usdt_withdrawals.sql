-- Withdrawals of USDT to addresses on chains. The orders are rows of review_order; here is what decides whether one may be made.

-- The address book: where an owner withdraws to, one address per network at a time. Nothing is changed or deleted: of an owner's addresses on a
-- network the one with the highest sequence holds, the others are its history.
create table payout_address (
  owner_id bigint not null,
  network text not null references network,
  sequence integer not null check (sequence > 0),
  address text not null check (length(address) between 1 and 128),
  created_at timestamptz not null default now(),
  -- Whoever gets into an account shall not be able to add an address and empty it in one go.
  usable_at timestamptz not null,
  primary key (owner_id, network, sequence)
);
alter table payout_address enable row level security;
create policy owner_scope on payout_address to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert on payout_address to purser_app;
grant select on payout_address to purser_operator;

-- What an owner has asked to withdraw from a coin in a day (UTC), in minor units of USDT. Requests at the same time wait for this row, so that
-- together they never exceed the maximum; what is given back is taken off again.
create table usdt_withdrawal_day (
  owner_id bigint not null,
  coin text not null references coin,
  day date not null,
  total bigint not null check (total >= 0),
  primary key (owner_id, coin, day)
);
alter table usdt_withdrawal_day enable row level security;
create policy owner_scope on usdt_withdrawal_day to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update on usdt_withdrawal_day to purser_app;
grant select, update on usdt_withdrawal_day to purser_operator;

-- Addresses that nothing is paid out to. Each stands in its one spelling, which tells what kind of chain it belongs to.
create table blocked_address (
  address text primary key check (length(address) between 1 and 128),
  reason text not null check (length(reason) between 1 and 200),
  -- A member of staff, and their name as it was then.
  blocked_by bigint not null,
  blocked_by_name text not null,
  created_at timestamptz not null default now()
);
create index blocked_address_by_time on blocked_address (created_at desc, address desc);
alter table blocked_address enable row level security;
create policy read_scoped on blocked_address for select to purser_app, purser_operator using ((select scope()) is not null);
create policy staff_writes on blocked_address to purser_operator using ((select scope()) = 'system');
grant select on blocked_address to purser_app;
grant select, insert, delete on blocked_address to purser_operator;

-- Every transfer on a chain that paid something out, so that none is counted for two orders of whatever owners.
create table payout_txid (
  network text not null references network,
  txid text not null,
  owner_id bigint not null,
  serial_number text not null,
  noted_at timestamptz not null default now(),
  primary key (network, txid)
);
alter table payout_txid enable row level security;
create policy staff_writes on payout_txid to purser_operator using ((select scope()) = 'system');
grant select, insert on payout_txid to purser_operator;

-- Staff find a withdrawal by its number alone.
create index usdt_withdrawal_by_number on review_order (serial_number) where kind = 'usdt_withdrawal';

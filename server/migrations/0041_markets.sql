-- Markets and coins become data that operators change while everything runs. Until now the coins of migration 0001 were all there were.

-- A market is the area of a fiat currency; its platform token is the coin that names it.
create table market (
  market text primary key check (market ~ '^[A-Z0-9]{2,12}$'),
  -- Off: no new orders and no transfers in its token. What is open can still be paid or expires, and balances stay.
  is_on boolean not null default true,
  added_at timestamptz not null default now()
);
insert into market (market) values ('CNY'), ('VND'), ('USD');

alter table coin
  add column symbol text not null default '' check (length(symbol) <= 8),
  add column is_on boolean not null default true,
  add column added_at timestamptz not null default now(),
  drop constraint coin_decimals_check,
  add constraint coin_decimals_check check (decimals between 0 and 18),
  add constraint coin_code_check check (code ~ '^[A-Z0-9]{2,12}$'),
  -- The largest amount of one command: LARGEST_AMOUNT_MINOR in the contract.
  add constraint coin_order_ceiling check (order_maximum <= 100000000000000000 and transfer_minimum <= 100000000000000000),
  add constraint coin_market_fkey foreign key (market) references market,
  alter column position type integer;
update coin set symbol = case code when 'CNYT' then '¥' when 'VNDT' then '₫' when 'USDP' then '$' when 'USDT' then '₮' else '' end;

-- What of a coin's fees and limits is another for one merchant; null: as the coin has it.
create table merchant_terms (
  merchant_id bigint not null references merchant,
  coin text not null references coin,
  transfer_minimum bigint check (transfer_minimum > 0),
  transfer_fee_bp integer check (transfer_fee_bp between 0 and 10000),
  payment_fee_bp integer check (payment_fee_bp between 0 and 10000),
  order_minimum bigint check (order_minimum > 0),
  order_maximum bigint check (order_maximum >= order_minimum),
  changed_at timestamptz not null default now(),
  primary key (merchant_id, coin),
  -- Bounds come in pairs, so that no minimum of one row meets a smaller maximum of the other.
  check ((order_minimum is null) = (order_maximum is null)),
  check (order_maximum <= 100000000000000000 and transfer_minimum <= 100000000000000000)
);

-- Chains over which crypto coins arrive and leave.
create table network (
  network text primary key check (network ~ '^[A-Z0-9]{2,12}$'),
  kind text not null check (kind in ('tron', 'evm')),
  -- Addresses of nodes, in order of preference.
  endpoints text[] not null default '{}',
  is_on boolean not null default false,
  added_at timestamptz not null default now()
);

-- A coin on a network: its token there, whose decimals may be others than the coin's, and how many blocks make a transfer final.
create table coin_network (
  coin text not null references coin,
  network text not null references network,
  contract_address text not null,
  token_decimals smallint not null check (token_decimals between 0 and 36),
  confirmations integer not null check (confirmations between 1 and 10000),
  is_on boolean not null default false,
  primary key (coin, network)
);
insert into network (network, kind) values ('TRC20', 'tron'), ('ERC20', 'evm'), ('BEP20', 'evm');
insert into coin_network (coin, network, contract_address, token_decimals, confirmations) values
  ('USDT', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, 20),
  ('USDT', 'ERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 12),
  ('USDT', 'BEP20', '0x55d398326f99059fF775485246999027B3197955', 18, 15);

-- What one USDT is worth in a coin, with its history: the row with the highest sequence holds.
create table coin_rate (
  coin text not null references coin,
  sequence integer not null check (sequence > 0),
  price_type text not null check (price_type in ('fixed', 'floating')),
  -- A fixed rate, in coins for one USDT.
  rate numeric(36, 18) check (rate > 0),
  -- A floating one: whose feed it follows, what is put on top of it in basis points, and after how many seconds without news it is too old.
  feed text,
  spread_bp integer check (spread_bp between 0 and 10000),
  stale_after_s integer check (stale_after_s > 0),
  set_by text not null,
  set_at timestamptz not null default now(),
  primary key (coin, sequence),
  check ((price_type = 'fixed') = (rate is not null)),
  check ((price_type = 'floating') = (feed is not null and spread_bp is not null and stale_after_s is not null))
);

-- Everybody with a scope reads them; calls of merchants and payers change none of them. A coin's decimals are given once, as every amount that
-- was ever posted is counted in them: nobody gets a right to change them.
do $$
declare
  shared text;
begin
  foreach shared in array array['market', 'coin', 'network', 'coin_network', 'coin_rate'] loop
    execute format('alter table %I enable row level security', shared);
    execute format('create policy read_scoped on %I for select to purser_app, purser_operator using ((select scope()) is not null)', shared);
  end loop;
end
$$;
alter table merchant_terms enable row level security;
create policy owner_scope on merchant_terms to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select on market, network, coin_network, coin_rate, merchant_terms to purser_app, purser_operator;

-- What lies at deposit addresses is brought together by the signer: each sweep with the gas that it was given first.

-- The keys that sign: payouts come from the hot one, gas from the gas one, sweeps from that of their deposit address.
alter table chain_nonce add column role text not null default 'hot' check (role in ('hot', 'gas', 'deposit'));
-- What a transaction is for: a withdrawal, a sweep, or the gas of one. Its number is that of the withdrawal or the sweep.
alter table chain_tx add column kind text not null default 'payout' check (kind in ('payout', 'sweep', 'fuel'));

create index chain_tx_open_by_kind on chain_tx (network, kind, sender, nonce, attempt) where outcome is null;

-- What has come to each deposit address for good, as the token counts, and what has been swept of it.
create table chain_balance (
  network text not null references network,
  address text not null,
  owner_id bigint not null,
  received numeric(78, 0) not null check (received >= 0),
  swept numeric(78, 0) not null default 0 check (swept >= 0),
  primary key (network, address)
);
create index chain_balance_unswept on chain_balance (network, (received - swept)) where received > swept;
insert into chain_balance (network, address, owner_id, received)
select network, address, min(owner_id), sum(raw_amount) from chain_deposit
where state in ('credited', 'held', 'ignored', 'set_aside') group by network, address;
alter table chain_balance enable row level security;
create policy system_writes on chain_balance to purser_app using ((select scope()) = 'system');
create policy staff_writes on chain_balance to purser_operator using ((select scope()) = 'system');
create policy signer_reads on chain_balance for select to purser_signer using (true);
grant select, insert, update on chain_balance to purser_app;
grant select, update (swept) on chain_balance to purser_operator;
grant select on chain_balance to purser_signer;

create table sweep (
  network text not null references network,
  sweep_id text not null,
  -- Whose address it is, and its number below the account's key.
  owner_id bigint not null,
  address text not null,
  derivation_index integer not null check (derivation_index >= 0),
  -- Waits to be signed (planned); its gas is on its way (fuelling), or there (fuelled); signed; final (settled), or over without it (failed).
  state text not null default 'planned' check (state in ('planned', 'fuelling', 'fuelled', 'signed', 'settled', 'failed')),
  -- Why it does not go on, or has failed; empty otherwise.
  why text not null default '' check (why in ('', 'not_ours', 'empty', 'chain_refuses', 'gas_price', 'not_worth', 'fuel_limit', 'gas_short', 'fuelled_often',
    'reverted', 'taken')),
  -- Somebody asked for it, whatever its amount.
  is_asked boolean not null default false,
  -- What is swept, as the token counts, and to where; null until it is signed.
  raw_amount numeric(78, 0) check (raw_amount > 0),
  destination text,
  -- How often it was given gas, and how much in all, in the smallest unit of the network's coin.
  fuelled integer not null default 0,
  fuel numeric(78, 0) not null default 0,
  planned_at timestamptz not null default date_trunc('milliseconds', now()),
  done_at timestamptz,
  primary key (network, sweep_id)
);
create unique index sweep_open on sweep (network, address) where state in ('planned', 'fuelling', 'fuelled', 'signed');
create index sweep_by_address on sweep (network, address, planned_at);
create index sweep_by_time on sweep (planned_at, sweep_id);
create index sweep_by_state on sweep (state, planned_at, sweep_id);

-- What the signer's own addresses have, as it says itself.
create table chain_holding (
  network text not null references network,
  role text not null check (role in ('hot', 'gas', 'cold')),
  address text not null,
  -- Of the token, as it counts, and of the network's own coin in its smallest unit.
  tokens numeric(78, 0) not null check (tokens >= 0),
  coins numeric(78, 0) not null check (coins >= 0),
  -- Less than the signer's policy asks for.
  lacks_tokens boolean not null,
  lacks_coins boolean not null,
  -- Since when either has been so; null while neither is.
  low_at timestamptz,
  looked_at timestamptz not null default now(),
  primary key (network, role)
);
alter table sweep enable row level security;
alter table chain_holding enable row level security;
create policy signer_writes on sweep to purser_signer using (true);
create policy signer_writes on chain_holding to purser_signer using (true);
create policy staff_writes on sweep to purser_operator using ((select scope()) is not null);
-- Whoever asks for a payout is refused one to an address of ours.
create policy read_scoped on chain_holding for select to purser_app, purser_operator using ((select scope()) is not null);
grant select, insert on sweep to purser_signer, purser_operator;
grant update (state, why, raw_amount, destination, fuelled, fuel, done_at) on sweep to purser_signer;
grant update (state, why, is_asked, done_at) on sweep to purser_operator;
grant select, insert, update, delete on chain_holding to purser_signer;
grant select on chain_holding to purser_app, purser_operator;

-- The number of an owner's addresses: the key of each is derived from it where the mnemonic is.
create policy signer_reads on deposit_address for select to purser_signer using (derivation_index is not null);
grant select (owner_id, derivation_index) on deposit_address to purser_signer;

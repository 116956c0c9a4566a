-- What arrives on chains: deposit addresses that are derived, transfers that were seen, and how far each chain has been looked at.

-- An owner has one number, and with it an address on each network. A number is given once, also when what asked for it failed.
create sequence deposit_address_index as integer minvalue 0 start 0 no cycle;
grant usage on sequence deposit_address_index to purser_app;
alter table deposit_address
  add column derivation_index integer check (derivation_index >= 0),
  alter column set_by drop not null,
  -- Derived, or given by a member of staff.
  add constraint deposit_address_source check ((set_by is null) = (derivation_index is not null));
grant insert on deposit_address to purser_app;
-- Whoever asks for an address of their own adds it to the directory as theirs; the system sees whose each is.
drop policy read_scoped on address_directory;
create policy read_scoped on address_directory for select to purser_app using ((select scope()) is not null);
create policy own_added on address_directory for insert to purser_app
  with check ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert on address_directory to purser_app;

-- A transfer counts once, whoever it is said to be for. It is named by its place among the token's transfers of its transaction, which stays
-- when the transaction moves to another block.
create table chain_event (
  network text not null references network,
  txid bytea not null check (length(txid) = 32),
  ordinal integer not null check (ordinal >= 0),
  owner_id bigint not null,
  claimed_at timestamptz not null default now(),
  primary key (network, txid, ordinal)
);
alter table chain_event enable row level security;
create policy owner_scope on chain_event to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
-- Whoever decides on a recharge must know that its transaction was credited, also to another owner.
create policy staff_reads on chain_event for select to purser_operator using ((select scope()) is not null);
grant select, insert on chain_event to purser_app;
grant select on chain_event to purser_operator;

-- A transfer to an address of an owner's.
create table chain_deposit (
  owner_id bigint not null,
  network text not null references network,
  txid bytea not null check (length(txid) = 32),
  ordinal integer not null check (ordinal >= 0),
  -- Seen in a block that may still go (confirming), gone with it (orphaned); final: credited, waiting for a reason (held), or too small (ignored).
  state text not null check (state in ('confirming', 'orphaned', 'credited', 'held', 'ignored')),
  -- Why it is held (just now final, and not looked at yet: due); empty otherwise.
  reason text not null default '' check (reason in ('', 'due', 'told_by_hand', 'suspended', 'not_permitted', 'blocked_sender', 'no_coin', 'no_rate',
    'below_minimum', 'amount')),
  address text not null,
  sender text not null,
  -- As the token counts, and in minor units of USDT, rounded down.
  raw_amount numeric(78, 0) not null check (raw_amount > 0),
  amount bigint not null check (amount >= 0),
  block_number bigint not null,
  block_hash bytea not null check (length(block_hash) = 32),
  -- The order that credited it.
  serial_number text,
  seen_at timestamptz not null default date_trunc('milliseconds', now()),
  settled_at timestamptz,
  primary key (owner_id, network, txid, ordinal),
  check ((state = 'held') = (reason <> '')),
  check ((state = 'credited') = (serial_number is not null))
);
create index chain_deposit_confirming on chain_deposit (network, block_number) where state = 'confirming';
create index chain_deposit_held on chain_deposit (network, seen_at) where state = 'held';
create index chain_deposit_arriving on chain_deposit (owner_id, seen_at desc) where state in ('confirming', 'held');
alter table chain_deposit enable row level security;
create policy owner_scope on chain_deposit to purser_app, purser_operator
  using ((select scope()) = 'system' or owner_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update on chain_deposit to purser_app;
grant select on chain_deposit to purser_operator;

-- How far a chain has been looked at: up to `block_number` everything is final and was settled; the head is where it was seen last.
create table chain_cursor (
  network text primary key references network,
  block_number bigint not null check (block_number >= 0),
  block_hash bytea not null check (length(block_hash) = 32),
  head bigint not null check (head >= 0),
  -- Why nothing more is settled until somebody decides; empty otherwise.
  halted text not null default '',
  -- What went wrong at the latest look; empty when it went well.
  trouble text not null default '',
  looked_at timestamptz not null default now(),
  -- When the cursor last moved.
  moved_at timestamptz not null default now()
);
-- The blocks behind the cursor's that may still go, as they were seen.
create table chain_block (
  network text not null references network,
  number bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (network, number)
);
do $$
declare shared text;
begin
  foreach shared in array array['chain_cursor', 'chain_block'] loop
    execute format('alter table %I enable row level security', shared);
    execute format('create policy read_scoped on %I for select to purser_app, purser_operator using ((select scope()) is not null)', shared);
    execute format('create policy system_writes on %I to purser_app using ((select scope()) = ''system'')', shared);
  end loop;
end
$$;
grant select, insert, update on chain_cursor to purser_app;
grant select, insert, delete on chain_block to purser_app;
grant select on chain_cursor to purser_operator;

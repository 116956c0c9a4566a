-- What the chain has of ours at one final block, beside what the ledger says: the newest reckoning of each network.

create table chain_reserve (
  network text primary key references network,
  block_number bigint not null,
  -- As the token counts: at all addresses together, what the ledger and what waits come to, and the first less the second.
  held numeric(78, 0) not null,
  expected numeric(78, 0) not null,
  drift numeric(78, 0) not null,
  -- What is expected, part by part.
  parts jsonb not null,
  -- Since when the drift has not been zero; null while it is.
  drift_at timestamptz,
  reckoned_at timestamptz not null default now()
);
alter table chain_reserve enable row level security;
create policy staff_writes on chain_reserve to purser_operator using ((select scope()) = 'system');
grant select, insert, update on chain_reserve to purser_operator;

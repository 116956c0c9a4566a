-- What the watcher sees of each connected network's nodes, and since when what is wrong is wrong: staff are shown it by another process.

create table chain_provider (
  network text not null references network,
  -- Its place among the network's endpoints.
  place integer not null check (place >= 0),
  -- Of its address the host alone: the rest may hold a key.
  host text not null,
  -- Answers; answers and has not come as far as what was settled; does not answer; is of another chain; contradicts itself.
  state text not null check (state in ('answers', 'behind', 'silent', 'other_chain', 'wrong')),
  -- As it said when it last answered.
  head bigint check (head >= 0),
  final bigint check (final >= 0),
  -- When it came into the state, and when it was last asked and that was written down.
  since timestamptz not null default now(),
  looked_at timestamptz not null default now(),
  primary key (network, place)
);
alter table chain_provider enable row level security;
create policy read_scoped on chain_provider for select to purser_app, purser_operator using ((select scope()) is not null);
create policy system_writes on chain_provider to purser_app using ((select scope()) = 'system');
grant select, insert, update, delete on chain_provider to purser_app;
grant select on chain_provider to purser_operator;

alter table chain_cursor
  -- When the head was last seen to grow.
  add column head_moved_at timestamptz not null default now(),
  add column halted_at timestamptz,
  -- Since when something has been wrong; null while nothing is.
  add column trouble_at timestamptz,
  -- What was wrong last, also after it was mended.
  add column last_trouble text not null default '',
  add column last_trouble_at timestamptz;

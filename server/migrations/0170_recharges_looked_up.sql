-- What the chain says of a recharge that somebody told by its TXID: looked up by the worker at two nodes, shown to whoever decides, who approves what it bears out.

create table recharge_evidence (
  owner_id bigint not null,
  serial_number text not null,
  -- No node has it; it failed; it is in a block that may still go; it is final; the nodes contradict each other; fewer than two answer.
  state text not null check (state in ('not_found', 'reverted', 'confirming', 'final', 'nodes_differ', 'one_node')),
  -- How many blocks have confirmed it, its own among them.
  confirmations integer not null default 0 check (confirmations >= 0),
  block_number bigint,
  -- What the transaction moved: the token of the network, another one alone, or none.
  token text not null default '' check (token in ('', 'usdt', 'other_token', 'no_transfer')),
  -- Where the token went: to the address that was told, where it went there at all; and from whom.
  recipient text not null default '',
  sender text not null default '',
  -- What of the token came to the address that was told, in minor units of USDT, rounded down.
  amount bigint not null default 0 check (amount >= 0),
  looked_at timestamptz not null default now(),
  primary key (owner_id, serial_number)
);
create index recharge_evidence_by_block on recharge_evidence (block_number);
alter table recharge_evidence enable row level security;
create policy staff_only on recharge_evidence to purser_operator using ((select scope()) is not null);
grant select, insert, update on recharge_evidence to purser_operator;

-- What it takes to speak to a network's chain. All of it is empty until somebody with the rights of the tables' owner connects the network.

alter table network
  -- The chain that the nodes must answer for, by its number and its first block: nodes of another chain are not believed.
  add column chain_id bigint check (chain_id > 0),
  add column genesis_hash bytea check (length(genesis_hash) = 32),
  -- Deposit addresses are derived from it. It is public: no money can be moved with it.
  add column deposit_xpub text check (deposit_xpub ~ '^xpub[1-9A-HJ-NP-Za-km-z]{107}$'),
  add constraint network_chain check ((chain_id is null) = (genesis_hash is null));

-- What is less than this is not credited, in the coin's minor units: it costs more to move than it is worth.
alter table coin_network add column dust bigint not null default 10000 check (dust >= 0);

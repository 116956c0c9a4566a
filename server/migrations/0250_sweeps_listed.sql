-- Staff read sweeps one by one: the indexes of their list's filters.
create index sweep_by_id on sweep (sweep_id);
create index sweep_by_network on sweep (network, state, planned_at, sweep_id);
create index sweep_by_reason on sweep (why, planned_at, sweep_id) where why <> '';
create index sweep_by_owner on sweep (owner_id, state, planned_at, sweep_id);
create index sweep_of_address on sweep (address, planned_at, sweep_id);
create index chain_tx_of_sweep on chain_tx (txid) where kind in ('sweep', 'fuel');

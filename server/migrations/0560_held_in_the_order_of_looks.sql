-- What is held is looked at again a part at a time, in this order to its end: no other index that is in it reaches fewer rows.
-- Each by itself: where the tables are distributed already, nodes are told of an index with all that was sent along.
do $$
begin
  drop index chain_deposit_held;
  create index chain_deposit_held on chain_deposit (network, seen_at, deposit_id) where state = 'held';
end $$;

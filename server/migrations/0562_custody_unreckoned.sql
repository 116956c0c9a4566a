-- A network's custody may not have been reckoned yet, and since when it is tried without having got through is kept.
-- Each by itself: where the tables are distributed already, nodes are told of a change with all that was sent along, and take a constraint only alone.
do $$
begin
  alter table chain_reserve
    alter column block_number drop not null,
    alter column held drop not null,
    alter column expected drop not null,
    alter column drift drop not null,
    alter column parts drop not null,
    alter column reckoned_at drop not null,
    -- Null once it has got through, and where it is not tried.
    add column awaited_at timestamptz;
  alter table chain_reserve
    add constraint chain_reserve_reckoned check (num_nulls(block_number, held, expected, drift, parts, reckoned_at) in (0, 6));
end $$;

-- Which fees of a merchant or a kind followed the coin's before and after a change: what was paid by those is measured from as well.
-- Each by itself: where the tables are distributed already, nodes are told of a statement with all that was sent along.
do $$
declare
  statement text;
begin
  foreach statement in array array[
    $sql$alter table terms_change add column followed_before text[] not null default '{}'$sql$,
    $sql$alter table terms_change add column followed text[] not null default '{}'$sql$
  ] loop
    execute statement;
  end loop;
end $$;

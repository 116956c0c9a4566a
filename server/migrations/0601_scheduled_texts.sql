-- What is published by itself: draft, must_accept, next_audience and next_category as they were when it was scheduled. What was scheduled before is the
-- draft as it is now.
-- Each by itself: where the tables are distributed already, nodes are told of a statement with all that was sent along.
do $$
declare
  statement text;
begin
  foreach statement in array array[
    'alter table content_item add column scheduled jsonb',
    $sql$update content_item set scheduled = jsonb_build_object('draft', draft, 'must_accept', must_accept,
      'next_audience', next_audience, 'next_category', next_category)
      where publish_at is not null$sql$
  ] loop
    execute statement;
  end loop;
end $$;

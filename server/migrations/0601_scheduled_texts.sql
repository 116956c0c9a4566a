-- What is published by itself: draft, must_accept, next_audience and next_category as they were when it was scheduled. What was scheduled before is the
-- draft as it is now. It counts for the time that it was scheduled for: an earlier release that goes on beside this one changes publish_at alone.
-- Item by item: where the tables are distributed already, nodes build nothing from columns while they update.
do $$
declare
  item record;
  planned jsonb;
begin
  alter table content_item add column scheduled jsonb, add column scheduled_for timestamptz;
  for item in select content_id, publish_at, draft, must_accept, next_audience, next_category from content_item where publish_at is not null loop
    planned := jsonb_build_object(
      'draft', item.draft, 'must_accept', item.must_accept, 'next_audience', item.next_audience, 'next_category', item.next_category
    );
    update content_item set scheduled = planned, scheduled_for = item.publish_at where content_id = item.content_id;
  end loop;
end $$;

-- An owner's payouts that failed or came back, the latest first: the owner's bell tells of them, however long ago they were decided. The condition that
-- joins a dash is always true, and the bell's statement alone says it: with old statistics the planner would take the index for others.
create index review_order_failed on review_order (owner_id, update_time desc, serial_number desc)
  where status in ('failed', 'refunded', 'returned') and status || '-' <> '-';

-- Each by itself: where the tables are distributed already, nodes are told of an index with all that was sent along.
do $$
begin
  -- An appeal waits for staff since it was made, however old the adjustment is. Its order says a condition that is always true, and that nothing else says:
  -- with old statistics the planner would take the index for statements that want another order.
  create index review_order_appealed on review_order (coalesce(appeal_time, create_time), serial_number) include (owner_id, appeal_time, create_time)
    where kind = 'adjustment' and status = 'appeal' and coalesce(appeal_time, create_time) is not null;

  -- What else waits, by which the queue is read beside it; likewise with a condition of its own.
  create index review_order_pending on review_order (create_time, serial_number) include (owner_id)
    where kind in ('usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal') and status = 'pending_review' and serial_number || '' <> '';

  -- Of the deposits that are held, those that wait for staff: what is less than the minimum waits for more, and what is due is looked at in a moment.
  create index chain_deposit_for_staff on chain_deposit (seen_at, deposit_id) include (owner_id)
    where state = 'held' and reason not in ('due', 'below_minimum');
end $$;

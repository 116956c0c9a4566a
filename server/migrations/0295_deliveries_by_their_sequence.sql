-- What was delivered before and after another delivery of its order is found in webhook_delivery_sequence. While statistics say that nothing
-- is pending, all that an endpoint waits for looked as cheap: with thousands pending it was read anew for each. So the queue is an index of
-- what has a time, which nobody who asks for the sequence speaks of.
drop index webhook_delivery_pending;
create index webhook_delivery_pending on webhook_delivery (merchant_id, endpoint_id, next_attempt_at)
  where state = 'pending' and next_attempt_at is not null;

-- Finds out, for one pending delivery, whether an earlier event of the same order still waits: the events of an order are
-- delivered in sequence. Holds pending deliveries only, so it stays small.
create index webhook_delivery_sequence on webhook_delivery (merchant_id, subject, created_at, delivery_id) where state = 'pending';

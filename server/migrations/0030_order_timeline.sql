-- When a payer first scanned the order's code. Until now it was kept as update_time, and lost with the next change.
alter table payment_order add column scanned_time timestamptz;
update payment_order set scanned_time = update_time where status = 'scanned';

-- An order's deliveries are found by its serial number: those that wait by webhook_delivery_sequence, those that are done by this
-- index, which is written by the worker and not with the order.
create index webhook_delivery_done on webhook_delivery (merchant_id, subject) where state <> 'pending';

-- What could not be delivered is found without a look at what could; few are.
create index webhook_delivery_failed on webhook_delivery (merchant_id, delivery_id) where state = 'failed';

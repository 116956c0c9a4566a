-- When a payer first scanned the order's code. Until now it was kept as update_time, and lost with the next change.
alter table payment_order add column scanned_time timestamptz;
update payment_order set scanned_time = update_time where status = 'scanned';

-- An order's deliveries are found by its serial number, also those that are done. This index serves the question
-- whether an earlier event still waits as well, so that a delivery is written into as many indexes as before.
create index webhook_delivery_by_subject on webhook_delivery (merchant_id, subject, created_at, delivery_id);
drop index webhook_delivery_sequence;

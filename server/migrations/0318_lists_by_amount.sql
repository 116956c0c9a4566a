-- A merchant's orders and transfers by amount, also orders of a time: among ten million a page was sorted out of all of them, for seconds.
create index payment_order_by_amount on payment_order (merchant_id, amount desc, serial_number desc) include (create_time);
create index merchant_transfer_by_amount on merchant_transfer (merchant_id, transfer_amount desc, serial_number desc);
-- Nearly all orders are of the usual type, and no index had it: with the type in this one they are found and counted by it alone.
drop index payment_order_by_state;
create index payment_order_by_state on payment_order (merchant_id, coin, status, order_from, create_time desc, serial_number desc) include (amount, order_type);

-- The list of refunds under every filter and sort.
create index refund_by_source on refund (merchant_id, coin, refund_from, create_time desc, serial_number desc);
drop index refund_by_time;
create index refund_by_order_id on refund (merchant_id, order_id, create_time desc, serial_number desc);
create index refund_to_payer on refund (merchant_id, payer_id, create_time desc, serial_number desc);
create index refund_by_amount on refund (merchant_id, amount desc, serial_number desc);

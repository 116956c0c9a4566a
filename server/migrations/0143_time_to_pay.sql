-- How long payers took is read with the other figures of a day: from the index alone.
drop index payment_order_by_payment;
create index payment_order_by_payment on payment_order (merchant_id, paid_time desc) include (coin, payer_id, amount, handling_fee, create_time)
  where paid_time is not null;

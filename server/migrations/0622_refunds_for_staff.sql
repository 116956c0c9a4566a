-- Staff see of an order what was given back, and when it was paid.
create or replace view order_of_all as
  select merchant_id, serial_number, order_id, coin, amount, handling_fee, settlement_amount, status, cancelled_by, order_from,
    external_account, payer_id, payer_nick, create_time, expire_time, update_time, order_type, refunded, paid_time
  from payment_order where (select scope()) = 'system' and merchant_id + 0 > 0;

-- Refunds of all merchants, and orders under review by the address that they name, as staff find them.

-- As in 0061: the condition leaves nothing out, and no statement but those on the view implies it.
create index refund_across_merchants on refund (coin, create_time desc, serial_number desc) include (merchant_id) where merchant_id + 0 > 0;
create view refund_of_all as
  select merchant_id, serial_number, coin, create_time from refund where (select scope()) = 'system' and merchant_id + 0 > 0;
grant select on refund_of_all to purser_operator;

-- Many recharges name one address of the provider's: the newest are found first.
create index review_order_by_address on review_order (address, create_time desc, serial_number desc) include (owner_id) where address <> '';

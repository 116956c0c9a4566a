-- Lists that are sorted by an amount go by coin first: amounts of different coins do not compare, and they are kept in the smallest unit of each, of
-- which one coin has a hundred and another a million. The indexes by amount do likewise, so that the amounts of one coin are found by them as well:
-- those of a coin with few orders were looked for among all. Each says a condition that is always true, and that the sort by amount alone says: with old
-- statistics the planner would take them for other statements that name a coin.
drop index payment_order_by_amount;
create index payment_order_by_amount on payment_order (merchant_id, coin desc, amount desc, serial_number desc) include (create_time)
  where coin || '-' <> '-';
drop index merchant_transfer_by_amount;
create index merchant_transfer_by_amount on merchant_transfer (merchant_id, coin desc, transfer_amount desc, serial_number desc) where coin || '-' <> '-';
drop index refund_by_amount;
create index refund_by_amount on refund (merchant_id, coin desc, amount desc, serial_number desc) where coin || '-' <> '-';
drop index review_order_by_amount;
create index review_order_by_amount on review_order (owner_id, kind, coin desc, amount desc, serial_number desc)
  where kind in ('user_withdrawal', 'usdt_withdrawal') and coin || '-' <> '-';
drop index review_order_by_settlement;
create index review_order_by_settlement on review_order (owner_id, way, coin desc, settlement desc, serial_number desc)
  where kind = 'usdt_recharge' and coin || '-' <> '-';

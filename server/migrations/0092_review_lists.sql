-- Lists of orders under review under every filter and sort of the owner's. Each index is for one of them, which alone says its condition: with old
-- statistics the planner would take it for others, and lock orders through it. The conditions that join a dash are always true.
create index review_order_by_coin on review_order (owner_id, kind, coin, create_time desc, serial_number desc) where coin || '-' <> '-';
create index review_order_by_network on review_order (owner_id, kind, network, create_time desc, serial_number desc) where network is not null;
create index review_order_by_account on review_order (owner_id, external_account, create_time desc, serial_number desc) where external_account <> '';
create index review_order_by_balance on review_order (owner_id, balance_type, create_time desc, serial_number desc)
  where kind = 'adjustment' and balance_type || '-' <> '-';
create index review_order_by_mode on review_order (owner_id, review_mode, create_time desc, serial_number desc)
  where kind = 'user_withdrawal' and review_mode || '-' <> '-';
create index review_order_by_change on review_order (owner_id, kind, update_time desc, serial_number desc)
  where kind in ('user_withdrawal', 'usdt_withdrawal') and coin || '-' <> '-';
create index review_order_by_amount on review_order (owner_id, kind, amount desc, serial_number desc)
  where kind in ('user_withdrawal', 'usdt_withdrawal') and coin || '-' <> '-';
create index review_order_by_settlement on review_order (owner_id, way, settlement desc, serial_number desc)
  where kind = 'usdt_recharge' and coin || '-' <> '-';
create index review_order_quick on review_order (owner_id, create_time desc, serial_number desc) where kind = 'usdt_recharge' and way = 'quick';

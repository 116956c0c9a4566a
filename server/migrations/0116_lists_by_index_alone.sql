-- Lists of orders under review are counted up to a bound. With whoever is given the money in it, which row level security asks about, an index
-- answers that alone; without, each counted row is fetched from the table, from a page of its own where there are few such rows among many.
drop index review_order_by_time;
create index review_order_by_time on review_order (owner_id, kind, create_time desc, serial_number desc) include (payee_id);
drop index review_order_by_status;
create index review_order_by_status on review_order (owner_id, kind, status, create_time desc, serial_number desc) include (payee_id);
drop index review_order_by_coin;
create index review_order_by_coin on review_order (owner_id, kind, coin, create_time desc, serial_number desc) include (payee_id)
  where coin || '-' <> '-';
drop index review_order_by_network;
create index review_order_by_network on review_order (owner_id, kind, network, create_time desc, serial_number desc) include (payee_id)
  where network is not null;
drop index review_order_by_account;
create index review_order_by_account on review_order (owner_id, external_account, create_time desc, serial_number desc) include (payee_id, kind)
  where external_account <> '';
drop index review_order_by_balance;
create index review_order_by_balance on review_order (owner_id, balance_type, create_time desc, serial_number desc) include (payee_id)
  where kind = 'adjustment' and balance_type || '-' <> '-';
drop index review_order_by_mode;
create index review_order_by_mode on review_order (owner_id, review_mode, create_time desc, serial_number desc) include (payee_id)
  where kind = 'user_withdrawal' and review_mode || '-' <> '-';
drop index review_order_quick;
create index review_order_quick on review_order (owner_id, create_time desc, serial_number desc) include (payee_id)
  where kind = 'usdt_recharge' and way = 'quick';
-- Recharges that were told by their TXID, among many that came by themselves.
create index review_order_told on review_order (owner_id, create_time desc, serial_number desc) include (payee_id)
  where kind = 'usdt_recharge' and way = '';

-- By coin, where a list is merged from short ranges: what waits of an owner's, and for staff the orders of all. Each says a condition of its own.
create index review_order_waiting_by_coin on review_order (owner_id, coin, kind, status, create_time desc, serial_number desc) include (payee_id)
  where status in ('pending_review', 'failed', 'appeal') and coin || '~' <> '~';
create index review_order_of_all_by_coin on review_order (coin, kind, status, create_time desc, serial_number desc) include (owner_id)
  where coin || '+' <> '+';
create index review_order_queue_by_coin on review_order (coin, create_time, serial_number) include (owner_id)
  where kind in ('adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal') and status in ('pending_review', 'appeal') and coin || '+' <> '+';

-- Bank accounts of all owners, and what became of orders in bank files, under every filter.
create index payment_method_of_all_by_state on payment_method (party, status, binding, payment_method_id) include (owner_id);
create index payment_method_of_all_by_market on payment_method (market, party, status, binding, payment_method_id) include (owner_id);
drop index payment_method_of_all;
drop index payment_method_waiting;
create index bank_file_order_by_state on bank_file_order (status, created_at desc, serial_number desc) include (owner_id);
create index bank_file_order_of_owner on bank_file_order (owner_id, created_at desc, serial_number desc);
drop index bank_file_order_by_time;

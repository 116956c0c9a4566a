-- What moves in and out of the system is part of a day's turnover, beside payments and transfers.
alter table turnover_minute drop constraint turnover_minute_kind_check;
alter table turnover_minute add constraint turnover_minute_kind_check
  check (kind in ('payment', 'transfer', 'user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'));

-- By these the worker finds what is new across all owners. Their conditions are written so that no other statement's imply them.
create index review_order_turned_over on review_order (audit_time) where audit_time at time zone 'UTC' is not null;
create index review_order_adjusted on review_order (create_time) where kind || '-' = 'adjustment-';

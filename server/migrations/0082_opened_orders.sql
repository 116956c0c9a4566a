-- The index by which a payer's unpaid order is found has a condition of its own: with old statistics the planner would prefer that of all unpaid
-- orders, whose condition was the same.
drop index payment_order_opened;
create unique index payment_order_opened on payment_order (merchant_id, opened_by, coin, link_number)
  where opened_by is not null and status || '' in ('created', 'scanned');

-- What came to the address that was told, as the token counts: it may count finer than USDT does here. Null where it was looked up before this was kept.
alter table recharge_evidence add column raw_amount numeric(78, 0) check (raw_amount >= 0);

-- Recharges that were told or entered and are credited: those decided of late are looked up until they are final, and all are part of what is reckoned.
create index review_order_credited_by_hand on review_order (network, audit_time) include (address)
  where kind = 'usdt_recharge' and status = 'approved' and review_mode = 'manual';

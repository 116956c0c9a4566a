-- Merchants increase their users' balances: the fee, none unless staff set one, and what a user has against an increase that is kept pending.
alter table coin add column adjustment_fee_bp integer not null default 0 check (adjustment_fee_bp between 0 and 10000);
alter table merchant_terms add column adjustment_fee_bp integer check (adjustment_fee_bp between 0 and 10000);

alter table review_order
  add column appeal_reason text not null default '' check (length(appeal_reason) <= 200),
  add column appeal_time timestamptz,
  add constraint review_order_appeal check ((length(appeal_reason) = 0) = (appeal_time is null));

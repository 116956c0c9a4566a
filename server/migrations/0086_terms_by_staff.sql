-- Every fee and limit of a coin is changed by staff, for everybody and for one merchant, and with it whether a refund gives the fee back.

alter table coin add column refund_returns_fee boolean not null default false;

-- Limits of a merchant's own: those that bound each other come together.
alter table merchant_terms
  add column refund_returns_fee boolean,
  add column usdt_recharge_minimum bigint check (usdt_recharge_minimum > 0),
  add column usdt_withdrawal_minimum bigint check (usdt_withdrawal_minimum > 0),
  add column usdt_withdrawal_maximum bigint check (usdt_withdrawal_maximum >= usdt_withdrawal_minimum),
  add column usdt_withdrawal_day_maximum bigint check (usdt_withdrawal_day_maximum >= usdt_withdrawal_maximum),
  add column fiat_withdrawal_minimum bigint check (fiat_withdrawal_minimum > 0),
  add constraint merchant_terms_usdt_withdrawal
    check (num_nulls(usdt_withdrawal_minimum, usdt_withdrawal_maximum, usdt_withdrawal_day_maximum) in (0, 3));

-- The fees of the further orders before and after a change; none in changes of before there were these columns.
do $$
declare
  fee text;
begin
  foreach fee in array array['user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'] loop
    execute format('alter table terms_change add column %I integer, add column %I integer', fee || '_fee_bp_before', fee || '_fee_bp');
  end loop;
end
$$;

grant update (user_withdrawal_fee_bp, adjustment_fee_bp, usdt_recharge_fee_bp, usdt_withdrawal_fee_bp, fiat_withdrawal_fee_bp, usdt_recharge_minimum,
  usdt_withdrawal_minimum, usdt_withdrawal_maximum, usdt_withdrawal_day_maximum, fiat_withdrawal_minimum, refund_returns_fee) on coin to purser_operator;
-- What withdrawals over the network cost before one person changed it, and when: within a day small steps add up.
alter table coin_network
  add column network_fee_before bigint check (network_fee_before >= 0),
  add column network_fee_changed_at timestamptz,
  add constraint coin_network_fee_changed check ((network_fee_before is null) = (network_fee_changed_at is null));
grant update (network_fee, network_fee_before, network_fee_changed_at) on coin_network to purser_operator;

-- What of the order's fee the merchant got back with a refund.
alter table refund
  add column fee_returned bigint not null default 0,
  add constraint refund_fee_returned check (fee_returned between 0 and amount);

-- What was entered before says nothing of the further fees and limits: it is entered anew.
update approval set state = 'expired' where state = 'pending' and kind in ('market.terms', 'market.merchant_terms');

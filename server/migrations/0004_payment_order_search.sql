-- What the merchant's lists and figures ask of the orders, at millions of orders of one merchant.

-- A list of orders is merged from one short range per coin, state and source: every filter on these, in any combination, costs
-- the same as none. The amount rides along for the sort by amount.
create index payment_order_by_state on payment_order (merchant_id, coin, status, order_from, create_time desc, serial_number desc)
  include (amount);
drop index payment_order_by_time;

create index payment_order_by_change on payment_order (merchant_id, update_time desc, serial_number desc);

-- Support looks for one person's orders: by wallet id, and by what the merchant calls them.
create index payment_order_by_payer on payment_order (merchant_id, payer_id, create_time desc, serial_number desc)
  where payer_id is not null;
create index payment_order_by_account on payment_order (merchant_id, external_account, create_time desc, serial_number desc)
  where external_account <> '';

-- The figures of a day are read from the index alone.
drop index payment_order_by_payment;
create index payment_order_by_payment on payment_order (merchant_id, paid_time desc) include (coin, payer_id, amount, handling_fee)
  where paid_time is not null;

-- The scope is read once per statement instead of once per row.
do $$
declare
  scoped record;
begin
  for scoped in
    select tablename, substring(qual from '(owner_id|merchant_id|user_id) = ') as owner_column
    from pg_policies
    where schemaname = 'public' and policyname = 'owner_scope'
  loop
    execute format(
      'alter policy owner_scope on %I using ((select current_setting(''purser.owner_id'', true)) = ''system'' '
      || 'or %I = (select nullif(nullif(current_setting(''purser.owner_id'', true), ''system''), '''')::bigint))',
      scoped.tablename, scoped.owner_column);
  end loop;
end
$$;

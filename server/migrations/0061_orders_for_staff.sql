-- Payment orders and transfers of all merchants, as staff list them. An order's row is written again with every step, so that each index costs
-- every payment: there is one across all merchants, by coin, state, source and time. By a number, which nothing else can find, staff look with
-- each merchant in turn, in the indexes that are there (a few pages per merchant).
--
-- The conditions of these indexes leave nothing out, and no statement but those on the views implies them: with old statistics the planner would
-- prefer an index across all merchants to the key of one.
create index payment_order_of_all on payment_order (coin, status, order_from, create_time desc, serial_number desc)
  include (merchant_id) where merchant_id + 0 > 0;
-- A transfer is listed by its sender's row; the condition is another than that of merchant_transfer_sent, which would be walked instead.
create index merchant_transfer_of_all on merchant_transfer (coin, create_time desc, serial_number desc)
  include (merchant_id) where transfer_type || '.' = 'transfer.';

-- Through row level security an index serves only what leaks nothing, which those conditions are not known for; a view sees its table with the
-- rights of its owner, and itself shows nothing but to the system's scope.
create view order_of_all as
  select merchant_id, serial_number, order_id, coin, amount, handling_fee, settlement_amount, status, cancelled_by, order_from,
    external_account, payer_id, payer_nick, create_time, expire_time, update_time
  from payment_order where (select scope()) = 'system' and merchant_id + 0 > 0;
create view transfer_of_all as
  select merchant_id, serial_number, transfer_type, transfer_status, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
    transfer_fee, internal_transfer_fee, settlement_amount, remark, create_time
  from merchant_transfer where (select scope()) = 'system' and transfer_type || '.' = 'transfer.';
grant select on order_of_all, transfer_of_all to purser_operator;

-- What payers pay without the merchant's system: payment links, which merchants make in the console, and standing codes, at which payers type the
-- amount. Each makes payment orders, and an order says where it came from. Orders that were there came by the API.
alter table payment_order
  add column order_type text not null default 'deposit' check (order_type in ('deposit', 'collection', 'transfer')),
  -- The payment link that it belongs to; empty for none.
  add column link_number text not null default '',
  -- The payer who opened it, at a link for many payments or at a standing code; null where anybody may pay.
  add column opened_by bigint;

-- An order of the API's is in none of these indexes. A link's orders are listed, its payments counted and its unpaid orders found.
create index payment_order_of_link on payment_order (merchant_id, link_number, create_time desc, serial_number desc)
  include (status, amount) where link_number <> '';
create index payment_order_by_type on payment_order (merchant_id, order_type, create_time desc, serial_number desc)
  where order_type <> 'deposit';
-- A payer has one unpaid order at a link, and one at a standing code: so nobody fills the table by opening.
create unique index payment_order_opened on payment_order (merchant_id, opened_by, coin, link_number)
  where opened_by is not null and status in ('created', 'scanned');

create table payment_link (
  merchant_id bigint not null,
  serial_number text not null,
  -- In its address; that of its order, where it is for one payment.
  token text not null,
  coin text not null references coin,
  amount bigint not null check (amount > 0),
  -- Shown to payers.
  description text not null default '' check (length(description) <= 200),
  uses text not null check (uses in ('one', 'many')),
  -- The one order of a link for one payment: its state is the link's.
  order_serial_number text,
  create_time timestamptz not null default date_trunc('milliseconds', now()),
  expire_time timestamptz not null,
  -- When the merchant closed a link for many payments.
  close_time timestamptz,
  primary key (merchant_id, serial_number),
  unique (merchant_id, token),
  foreign key (merchant_id, order_serial_number) references payment_order (merchant_id, serial_number),
  check ((uses = 'one') = (order_serial_number is not null)),
  check (close_time is null or uses = 'many')
);
create index payment_link_by_time on payment_link (merchant_id, create_time desc, serial_number desc);

alter table payment_link enable row level security;
create policy owner_scope on payment_link to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert on payment_link to purser_app;
grant update (close_time) on payment_link to purser_app;
grant select on payment_link to purser_operator;

-- Staff see of an order where it came from.
create or replace view order_of_all as
  select merchant_id, serial_number, order_id, coin, amount, handling_fee, settlement_amount, status, cancelled_by, order_from,
    external_account, payer_id, payer_nick, create_time, expire_time, update_time, order_type
  from payment_order where (select scope()) = 'system' and merchant_id + 0 > 0;

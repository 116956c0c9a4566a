-- Refunds of paid orders, whole or in parts: a merchant gives a payer money back. How much of an order is given back stands in its row, so that no
-- two refunds together give back more than was paid.
alter table payment_order
  add column refunded bigint not null default 0,
  add constraint payment_order_refunded check (refunded between 0 and amount and (refunded = 0 or status = 'paid'));

create table refund (
  merchant_id bigint not null,
  serial_number text not null,
  -- The merchant's own number of it; empty for one that was made in the console.
  refund_id text not null default '',
  order_serial_number text not null,
  order_id text not null,
  payer_id bigint not null,
  payer_nick text not null,
  coin text not null references coin,
  amount bigint not null check (amount > 0),
  -- The part of it that went back to reward funds.
  to_reward bigint not null check (to_reward between 0 and amount),
  remark text not null default '' check (length(remark) <= 200),
  refund_from text not null check (refund_from in ('api', 'console')),
  create_time timestamptz not null,
  primary key (merchant_id, serial_number),
  foreign key (merchant_id, order_serial_number) references payment_order (merchant_id, serial_number)
);
create unique index refund_of_merchant on refund (merchant_id, refund_id) where refund_id <> '';
create index refund_by_time on refund (merchant_id, create_time desc, serial_number desc);
create index refund_of_order on refund (merchant_id, order_serial_number, create_time desc);

alter table refund enable row level security;
create policy owner_scope on refund to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert on refund to purser_app;
grant select on refund to purser_operator;

-- How often a payment link was paid and what came together, kept so that nobody who looks at links counts their payments.

-- By the worker, up to a moment that all links share; what was paid since is added when a link is looked at.
create table payment_link_total (
  merchant_id bigint not null,
  serial_number text not null,
  payments bigint not null check (payments > 0),
  -- In minor units of the link's coin; a sum over any number of payments.
  amount numeric not null check (amount > 0),
  primary key (merchant_id, serial_number),
  foreign key (merchant_id, serial_number) references payment_link (merchant_id, serial_number)
);

-- Payments before this are in the totals, and no others. Links that were paid before this migration are counted by the worker, step by step.
create table payment_link_progress (
  only_row boolean primary key default true check (only_row),
  counted_to timestamptz not null
);
insert into payment_link_progress (counted_to) values ('2000-01-01T00:00:00Z');

alter table payment_link_total enable row level security;
create policy owner_scope on payment_link_total to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update on payment_link_total to purser_app;

alter table payment_link_progress enable row level security;
create policy read_scoped on payment_link_progress for select to purser_app using ((select scope()) is not null);
create policy system_counts on payment_link_progress for update to purser_app using ((select scope()) = 'system');
grant select, update on payment_link_progress to purser_app;

-- Payments at links by their time: of all, for the worker, and of one link since the last count. The conditions are said by no other statement.
create index payment_order_paid_at_links on payment_order (paid_time) include (merchant_id, link_number, amount)
  where link_number || '' <> '' and paid_time is not null;
create index payment_order_paid_at_link on payment_order (merchant_id, link_number, paid_time) include (amount)
  where link_number <> '' and paid_time is not null;

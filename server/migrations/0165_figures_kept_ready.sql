-- What a merchant's dashboard says of long ranges, kept ready by the worker: sums of whole hours, and of whole days of UTC. A local day is made of
-- both, whatever the time zone, and what is not summed up yet is read from the orders themselves.
create table figure_sum (
  merchant_id bigint not null,
  coin text not null references coin,
  -- By what an order is in it: when it was created, when money moved, or when somebody asked for a withdrawal or recharge.
  part text not null check (part in ('created', 'moved', 'asked')),
  width text not null check (width in ('hour', 'day')),
  starts_at timestamptz not null,
  -- Orders that were created; all of them have ended.
  orders_created bigint not null default 0,
  orders_succeeded bigint not null default 0,
  orders_paid bigint not null default 0,
  amount_paid bigint not null default 0,
  handling_fee bigint not null default 0,
  -- How long payers took, as classes of seconds and how many there are of each.
  pay_classes integer[] not null default '{}',
  pay_counts bigint[] not null default '{}',
  -- The smallest hashes of the payers, six bytes each, ascending: as many as tell how many different payers there were.
  payers bytea not null default '',
  -- The descriptions for which most was paid.
  product_names text[] not null default '{}',
  product_counts bigint[] not null default '{}',
  product_amounts bigint[] not null default '{}',
  -- Whether there were others.
  products_cut boolean not null default false,
  transferred_in bigint not null default 0,
  transferred_out bigint not null default 0,
  withdrawals bigint not null default 0,
  amount_withdrawn bigint not null default 0,
  recharges bigint not null default 0,
  amount_recharged bigint not null default 0,
  primary key (merchant_id, coin, part, width, starts_at)
);

-- From when on and up to when each part is summed up, in whole hours. What is before that is read from the orders themselves.
create table figure_progress (
  merchant_id bigint not null,
  coin text not null references coin,
  began_at timestamptz not null,
  created_to timestamptz not null,
  moved_to timestamptz not null,
  asked_to timestamptz not null,
  primary key (merchant_id, coin)
);

do $$
declare
  name text;
begin
  foreach name in array array['figure_sum', 'figure_progress'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy owner_scope on %I to purser_app, purser_operator
         using ((select scope()) = ''system'' or merchant_id = nullif((select scope()), ''system'')::bigint)', name);
  end loop;
end
$$;
grant select, insert on figure_sum to purser_app;
grant select, insert, update on figure_progress to purser_app;

-- The withdrawal exemption quota: up to it withdrawals of a merchant's users are approved by themselves.

create table withdrawal_limit (
  merchant_id bigint not null references merchant,
  coin text not null references coin,
  is_on boolean not null default false,
  -- The most of one withdrawal, and of all of a day and of an hour together; null for no bound.
  single_limit bigint not null check (single_limit >= 0),
  day_limit bigint not null check (day_limit >= single_limit),
  hour_limit bigint check (hour_limit >= 0),
  -- How many there may be in a day and in an hour; null for no bound.
  day_count integer check (day_count > 0),
  hour_count integer check (hour_count > 0),
  update_time timestamptz not null default date_trunc('milliseconds', now()),
  primary key (merchant_id, coin)
);

-- What was approved by itself within each hour: a day's total is the sum over its hours. Whoever adds to it holds the merchant's row, so two
-- requests at once cannot exceed a limit together.
create table withdrawal_limit_use (
  merchant_id bigint not null,
  coin text not null,
  hour timestamptz not null,
  amount bigint not null check (amount > 0),
  orders integer not null check (orders > 0),
  primary key (merchant_id, coin, hour),
  foreign key (merchant_id, coin) references withdrawal_limit
);

do $$
declare
  target text;
begin
  foreach target in array array['withdrawal_limit', 'withdrawal_limit_use'] loop
    execute format('alter table %I enable row level security', target);
    execute format(
      'create policy owner_scope on %I to purser_app '
      || 'using ((select scope()) = ''system'' or merchant_id = nullif((select scope()), ''system'')::bigint)', target);
  end loop;
end
$$;
grant select, insert, update on withdrawal_limit, withdrawal_limit_use to purser_app;

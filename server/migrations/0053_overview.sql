-- What the operator console's overview is made of, kept ready so that nobody who looks at it waits for anything to be counted.

-- Every running program tells of itself every few seconds; one that stops in order takes its row away.
create table program (
  program_id uuid primary key,
  kind text not null check (kind in ('api', 'worker')),
  host text not null,
  version text not null,
  started_at timestamptz not null,
  told_at timestamptz not null default clock_timestamp(),
  -- As the contract's `programFacts` says.
  facts jsonb not null
);

-- What was paid and transferred, by the minute: time zones begin their days at any quarter of an hour, and yesterday is compared up to
-- the same time of day. Counted by the worker, and kept for some days.
create table turnover_minute (
  minute timestamptz not null,
  coin text not null references coin,
  kind text not null check (kind in ('payment', 'transfer')),
  count bigint not null,
  -- Sums over any number of rows, in minor units.
  amount numeric not null,
  fee numeric not null,
  primary key (minute, coin, kind)
);

-- Up to when it has been counted.
create table turnover_progress (
  only_row boolean primary key default true check (only_row),
  counted_to timestamptz not null
);

-- By these the worker finds what is new, and the overview what fails. Their conditions are written so that no other statement's imply them: with
-- old statistics the planner would prefer an index across all owners to the key of one. What they are sorted by is a plain column, as
-- row level security lets nothing else reach an index.
create index payment_order_paid on payment_order (paid_time) where paid_time at time zone 'UTC' is not null;
create index merchant_transfer_sent on merchant_transfer (create_time) where transfer_type || '' = 'transfer';
create index webhook_delivery_failing on webhook_delivery (created_at) where state || '' = 'pending' and attempts + 0 >= 2;
create index message_not_delivered on message (state, create_time) where state || '' in ('failed', 'given_up');

do $$
declare
  name text;
begin
  foreach name in array array['program', 'turnover_minute', 'turnover_progress'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy system_only on %I to purser_app, purser_operator using ((select scope()) = ''system'')', name);
    execute format('grant select on %I to purser_operator', name);
  end loop;
end
$$;
grant select, insert, update, delete on program, turnover_minute to purser_app;
grant select, insert, update on turnover_progress to purser_app;
-- The order in which jobs are taken: with it the one that is due for longest is found without a look at the others.
grant select (priority) on graphile_worker._private_jobs to purser_operator;

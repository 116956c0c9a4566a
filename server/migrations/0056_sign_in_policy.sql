-- How people sign in, as the provider's staff set it: one row, read where it counts, so that a change holds on every node at once.

create table sign_in_policy (
  only_row boolean primary key default true check (only_row),
  revision integer not null default 1,
  -- How long sessions last without a request and at the most, in minutes.
  staff_idle_min integer not null default 30 check (staff_idle_min between 5 and 240),
  staff_absolute_min integer not null default 600 check (staff_absolute_min between 30 and 1440),
  merchant_idle_min integer not null default 60 check (merchant_idle_min between 5 and 720),
  merchant_absolute_min integer not null default 720 check (merchant_absolute_min between 30 and 10080),
  user_idle_min integer not null default 30 check (user_idle_min between 5 and 1440),
  user_absolute_min integer not null default 1440 check (user_absolute_min between 30 and 43200),
  -- Failures that are borne before somebody must wait.
  attempts integer not null default 5 check (attempts between 3 and 10),
  staff_password_minimum integer not null default 12 check (staff_password_minimum between 8 and 64),
  -- What staff sign in and confirm with, beside the password.
  staff_factor text not null default 'any' check (staff_factor in ('any', 'passkey')),
  -- Whether a merchant's identity must be approved before they make an access key.
  key_needs_identity boolean not null default true,
  check (staff_idle_min <= staff_absolute_min and merchant_idle_min <= merchant_absolute_min and user_idle_min <= user_absolute_min)
);
insert into sign_in_policy default values;

alter table sign_in_policy enable row level security;
create policy read_scoped on sign_in_policy for select to purser_app using ((select scope()) is not null);
create policy staff_only on sign_in_policy to purser_operator using ((select scope()) is not null);
grant select on sign_in_policy to purser_app;
grant select, update on sign_in_policy to purser_operator;

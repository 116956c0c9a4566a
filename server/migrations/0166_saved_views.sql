-- Views of lists that somebody has given a name: what they are narrowed by, sorted by, and which columns are shown. They follow the account to every device.
create table saved_view (
  merchant_id bigint not null,
  view_id uuid not null,
  list_id text not null,
  name text not null check (length(name) between 1 and 40),
  -- The list's part of the page's address, and the columns that differ from the usual: as the contract says.
  search jsonb not null,
  columns jsonb not null,
  is_default boolean not null default false,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, view_id)
);
create unique index saved_view_by_name on saved_view (merchant_id, list_id, name);
create unique index saved_view_default on saved_view (merchant_id, list_id) where is_default;
alter table saved_view enable row level security;
create policy owner_scope on saved_view to purser_app, purser_operator
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on saved_view to purser_app;

-- The same of staff.
create table staff_saved_view (
  staff_id bigint not null references staff,
  view_id uuid not null,
  list_id text not null,
  name text not null check (length(name) between 1 and 40),
  search jsonb not null,
  columns jsonb not null,
  is_default boolean not null default false,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (staff_id, view_id)
);
create unique index staff_saved_view_by_name on staff_saved_view (staff_id, list_id, name);
create unique index staff_saved_view_default on staff_saved_view (staff_id, list_id) where is_default;
alter table staff_saved_view enable row level security;
create policy staff_only on staff_saved_view to purser_operator using ((select scope()) is not null);
grant select, insert, update, delete on staff_saved_view to purser_operator;

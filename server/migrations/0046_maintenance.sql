-- When the consoles are closed for maintenance, and what people are told meanwhile: at once or planned, until a time or until it is ended.
-- `system_setting.maintenance` is from now on only read by programs of earlier versions.

create table maintenance (
  maintenance_id uuid primary key,
  starts_at timestamptz not null,
  -- Null: until a member of staff ends it.
  ends_at timestamptz check (ends_at > starts_at),
  -- By language: {"en": "We are moving to faster machines."}. Where there is none, the usual words are said.
  texts jsonb not null default '{}',
  -- Ended by hand; before its start, it was called off.
  ended_at timestamptz,
  -- Numbers of members of staff; null for what was switched on before there were any.
  entered_by bigint,
  ended_by bigint,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check (ended_by is null or ended_at is not null)
);
create index maintenance_to_come on maintenance (starts_at) where ended_at is null;

insert into maintenance (maintenance_id, starts_at)
select gen_random_uuid(), date_trunc('milliseconds', now()) from system_setting where maintenance;

alter table maintenance enable row level security;
create policy read_scoped on maintenance for select to purser_app using ((select scope()) is not null);
create policy staff_only on maintenance to purser_operator using ((select scope()) is not null);
grant select on maintenance to purser_app;
grant select, insert, update on maintenance to purser_operator;

-- Within how many hours staff promise to decide what waits, by kind, where they have set it: one row. Kinds that are not in it have the usual time.
create table promised_time (
  only_row boolean primary key default true check (only_row),
  revision integer not null default 1,
  hours jsonb not null default '{}'
);
insert into promised_time default values;

alter table promised_time enable row level security;
create policy staff_only on promised_time to purser_operator using ((select scope()) is not null);
grant select, update on promised_time to purser_operator;

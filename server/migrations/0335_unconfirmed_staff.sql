-- Whoever makes a member's one-time link can use it alone. Until another admin confirms that they are two, such a pair counts as one in what two people
-- decide together. Members who were set up before this are taken for people of their own.
create table staff_unconfirmed (
  staff_id bigint not null references staff,
  made_by bigint not null references staff,
  primary key (staff_id, made_by),
  check (staff_id <> made_by)
);
alter table staff_unconfirmed enable row level security;
create policy staff_only on staff_unconfirmed to purser_operator using ((select scope()) is not null);
grant select, insert, delete on staff_unconfirmed to purser_operator;

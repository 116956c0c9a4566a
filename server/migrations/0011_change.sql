-- What changed for whom, as a note beside the change itself: every api process reads the new notes several times a second and tells
-- its open streams. A note is written in the transaction that made the change and is forgotten after two minutes.
--
-- The writing transaction's id stands first, because notes become visible in the order of commits and not in that of their numbers:
-- a reader looks again at everything from the oldest transaction that was still running when it looked last.
create table change (
  xid xid8 not null default pg_current_xact_id(),
  sequence bigint generated always as identity,
  note text not null,
  forget_at timestamptz not null default clock_timestamp() + interval '2 minutes',
  primary key (xid, sequence)
);

-- A note names changes of many owners, so anybody may write one and only the system may read them.
alter table change enable row level security;
create policy write_any on change for insert to purser_app with check (true);
create policy read_system on change to purser_app using (current_setting('purser.owner_id', true) = 'system');
grant select, insert, update, delete on change to purser_app;

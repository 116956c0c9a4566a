-- What looks at chains tells of itself as the other programs do.
alter table program drop constraint program_kind_check;
alter table program add constraint program_kind_check check (kind in ('api', 'worker', 'watcher'));

-- Until when what was counted would be remembered without its wait. Null where nothing has followed the first of it.
alter table throttle add column remembered_until timestamptz;

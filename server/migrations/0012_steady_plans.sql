-- Notes of changes are forgotten by time, which must not mean reading all of them.
create index change_forget on change (forget_at);

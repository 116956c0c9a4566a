-- What may be forgotten is found by when, every half minute and in every worker: without these each look reads whole tables.
create index session_forget on session (expires_at);
create index single_use_forget on single_use (forget_at);
create index throttle_forget on throttle (forget_at);

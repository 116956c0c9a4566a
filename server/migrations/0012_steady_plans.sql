-- A connection keeps the plans of a function's statements. One that was made while a table was empty reads all of it once it has grown:
-- the statements of post_batch are planned for the tables as large as they are.
alter function ledger.post_batch set plan_cache_mode = force_custom_plan;

-- Notes of changes are forgotten by time, which must not mean reading all of them.
create index change_forget on change (forget_at);

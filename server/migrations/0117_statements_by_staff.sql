-- Staff have what is owed stated from their console: the worker does it as the calls of staff do, and not as those of the parties.
grant select, insert on liability_statement to purser_operator;
grant update (has_proofs) on liability_statement to purser_operator;
create policy staff_state on liability_tile to purser_operator using ((select scope()) = 'system');
grant select, insert, delete on liability_tile to purser_operator;

alter table ledger_run drop constraint ledger_run_kind_check;
alter table ledger_run add constraint ledger_run_kind_check check (kind in ('verification', 'checkpoint', 'statement'));

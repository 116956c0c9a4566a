-- When the ledger was verified and when checkpoints were made: by whom, and what came of it. The proof itself is not here, where whoever changes
-- the database could change it too: a checkpoint is a signed file elsewhere.
create table ledger_run (
  run_id uuid primary key,
  kind text not null check (kind in ('verification', 'checkpoint')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
  -- The part of a verification that is under way, or that was as it ended.
  step text check (step in ('accounts', 'postings', 'statistics', 'seals', 'records', 'checkpoint', 'audit')),
  -- Null for a command.
  asked_by bigint references staff,
  result jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint ledger_run_finished check ((state in ('done', 'stopped', 'failed')) = (finished_at is not null))
);
-- One of each kind at a time.
create unique index ledger_run_under_way on ledger_run (kind) where state in ('waiting', 'running') and asked_by is not null;

alter table ledger_run enable row level security;
create policy staff_only on ledger_run to purser_operator using ((select scope()) is not null);
grant select, insert on ledger_run to purser_operator;
grant update (state, step, result, finished_at) on ledger_run to purser_operator;
-- A checkpoint names the last round of seals.
grant select on sequence ledger.seal_round to purser_operator;

-- Lets the application role add jobs inside its own transactions: a job exists exactly when what it is about was committed.
-- The queue's tables belong to the migrating role and stay closed to the application.
-- A key that is already waiting is not added twice; one that is running is added again, for what came after it began.

create function add_jobs(task text, keys text[], payloads jsonb[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.add_job(task, payload::json, job_key => key, job_key_mode => 'preserve_run_at', max_attempts => 25)
  from unnest(keys, payloads) as job (key, payload);
end
$$;

revoke all on function add_jobs(text, text[], jsonb[]) from public;
grant execute on function add_jobs(text, text[], jsonb[]) to purser_app;

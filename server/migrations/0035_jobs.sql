-- One-off jobs, such as a mail to send. The library graphile-worker keeps them in its schema graphile_worker, which "migrate" brings up to
-- date before these files. The application adds jobs by one function; the worker, whose scope is the system's, takes and settles them.

-- The library's functions notify its own workers of new jobs. Purser's workers look for themselves and nobody listens; and a server whose
-- queue of notifications is full fails every commit that notifies (ADR 0023). So add_job below, which puts this schema first in its search
-- path, gives the library this function in the place of PostgreSQL's.
create schema job;
create function job.pg_notify(channel text, payload text) returns void language sql as $$ select $$;

-- Adds a job within the caller's transaction. Its payload is sealed by the application.
create function add_job(name text, payload json, key text, max_attempts integer) returns void
language plpgsql security definer set search_path = job, pg_catalog, pg_temp as $$
begin
  if public.scope() is null then
    raise exception 'jobs are added in a scope' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(
    identifier => add_job.name, payload => add_job.payload, job_key => add_job.key, max_attempts => add_job.max_attempts
  );
end
$$;

revoke all on schema job from public;
revoke all on function job.pg_notify, add_job from public;
grant execute on function add_job to purser_app, purser_operator;

revoke all on all functions in schema graphile_worker from public;
grant usage on schema graphile_worker to purser_app, purser_operator;
grant select, update, delete on graphile_worker._private_jobs to purser_app;
grant select, insert on graphile_worker._private_tasks to purser_app;
grant select, update on graphile_worker._private_job_queues to purser_app;
-- Staff let a job be tried again, and see nothing of what it holds.
grant select (id, task_id, key, run_at, attempts, max_attempts, locked_at, is_available), update (run_at, attempts, max_attempts, updated_at)
  on graphile_worker._private_jobs to purser_operator;
grant select on graphile_worker._private_tasks to purser_operator;
create policy system_only on graphile_worker._private_jobs to purser_app, purser_operator using ((select public.scope()) = 'system');
create policy system_only on graphile_worker._private_tasks to purser_app, purser_operator using ((select public.scope()) = 'system');
create policy system_only on graphile_worker._private_job_queues to purser_app using ((select public.scope()) = 'system');

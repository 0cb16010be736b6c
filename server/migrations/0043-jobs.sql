-- Jobs that wait, run or died, a row each; one that is done is deleted (docs/decisions/0028-own-job-table.md).
create table job (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  key text,
  group_id text,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'dead')),
  start_after timestamptz not null default now(),
  -- Runs that failed.
  failures integer not null default 0,
  -- Runs that ended with their worker, since the job last got further.
  losses integer not null default 0,
  -- Tells one run of the job from the next.
  run_id uuid,
  worker_id uuid references worker_lease,
  -- Whether it was enqueued once more while it ran.
  is_asked_again boolean not null default false,
  error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  died_at timestamptz,
  check ((state = 'running') = (worker_id is not null)),
  check ((worker_id is null) = (run_id is null)),
  check ((state = 'dead') = (died_at is not null))
);
create unique index job_key on job (name, key) where state <> 'dead';
create index job_waiting on job (name, created_at, start_after) where state = 'waiting';
create index job_worker on job (worker_id) where worker_id is not null;
create index job_dead on job (died_at) where state = 'dead';

-- What pg-boss held. Of a former backup its table has text alone, so every value is read as text.
do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  lock table pgboss.job in access exclusive mode;
  -- A job that runs at this moment runs again. pg-boss counts a failure only when the next run begins.
  insert into job (id, name, key, group_id, payload, start_after, failures, losses, created_at)
  select held.id::text::uuid, held.name, held.singleton_key, held.group_id, held.data::text::jsonb, held.start_after::text::timestamptz,
    held.retry_count::text::integer + (held.state::text = 'retry' and held.started_on is not null)::integer,
    coalesce(lease.losses, 0), held.created_on::text::timestamptz
  from pgboss.job held left join job_lease lease on lease.job_id = held.id::text::uuid
  where held.name <> 'dead.letters' and held.state::text in ('created', 'retry', 'active')
  on conflict do nothing;
  insert into job (name, key, group_id, payload, state, failures, error, created_at, died_at)
  select source_name, singleton_key, group_id, data::text::jsonb, 'dead', coalesce(source_retry_count::text::integer, 0),
    source_output::text::jsonb, coalesce(source_created_on, created_on)::text::timestamptz, created_on::text::timestamptz
  from pgboss.job where name = 'dead.letters' and state::text = 'created' and source_name is not null;
end $$;
drop table job_lease;
drop schema if exists pgboss cascade;

-- What a transaction may see; scopes.ts sets these at its beginning. Null matches no row of any tenant.
create function app_organization_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;
create function app_user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function app_scope() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.scope', true), '') $$;

-- One row for each live worker process. Whoever finds a lease run out takes the worker's jobs back and deletes the row.
create table worker_lease (
  id uuid primary key,
  instance_id uuid not null,
  name text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null
);

-- A job that runs (worker_id set), or ran until its worker was lost. `run_id` tells one run of a job from the next.
create table job_lease (
  job_id uuid primary key,
  job_name text not null,
  run_id uuid not null,
  worker_id uuid references worker_lease,
  losses integer not null default 0,
  started_at timestamptz not null
);
create index job_lease_worker on job_lease (worker_id);

create table job_schedule (
  job_name text primary key,
  interval_ms bigint not null check (interval_ms > 0),
  next_at timestamptz not null
);

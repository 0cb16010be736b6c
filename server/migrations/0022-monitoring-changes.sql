-- Which project each change of what is listened for was in, so that whoever holds all of it in memory reads that anew and no
-- more. One row a version, each committed in the order of its number, as all wait for the one row that counts them.
create table monitoring_change (
  version bigint primary key,
  project_id uuid not null,
  changed_at timestamptz not null default now()
);
comment on table monitoring_change is 'not in backups';
create index monitoring_change_age on monitoring_change (changed_at);
alter table monitoring_change enable row level security;
alter table monitoring_change force row level security;
create policy noted on monitoring_change for insert with check (true);
create policy monitoring_read on monitoring_change for select using (app_scope() = 'monitoring');
create policy monitoring_delete on monitoring_change for delete using (app_scope() = 'monitoring');

create or replace function count_monitoring_change() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update monitoring_state set version = version + 1 returning version into counted;
  insert into monitoring_change (version, project_id) values (counted, coalesce(new.project_id, old.project_id));
  return null;
end $$;

create index signal_monitor_of_project on signal_monitor (project_id);
create index watch_project_of_project on watch_project (project_id);

-- What the installation offered to listen to when all projects were last brought in line with it.
alter table monitoring_state add column offered text;

-- Those who look for what a worker left need not pass by every monitor.
create index signal_monitor_held on signal_monitor (organization_id) where batch is not null;

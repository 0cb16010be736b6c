-- Which projects each change of what is listened for was in, so that whoever holds all of it in memory reads these anew and no
-- more. A transaction counts one version, however much it changes; versions are committed in the order of their numbers, as
-- all wait for the one row that counts them.
create table monitoring_change (
  version bigint not null,
  project_id uuid not null,
  changed_by xid8 not null,
  changed_at timestamptz not null default now(),
  primary key (version, project_id)
);
comment on table monitoring_change is 'not in backups';
create index monitoring_change_by on monitoring_change (changed_by);
create index monitoring_change_age on monitoring_change (changed_at);
alter table monitoring_change enable row level security;
alter table monitoring_change force row level security;
create policy noted on monitoring_change for insert with check (true);
create policy own_read on monitoring_change for select using (changed_by = pg_current_xact_id_if_assigned());
create policy monitoring_read on monitoring_change for select using (app_scope() = 'monitoring');
create policy monitoring_delete on monitoring_change for delete using (app_scope() = 'monitoring');

create or replace function count_monitoring_change() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  select version into counted from monitoring_change where changed_by = pg_current_xact_id() limit 1;
  if counted is null then
    update monitoring_state set version = version + 1 returning version into counted;
  end if;
  insert into monitoring_change (version, project_id, changed_by)
  values (counted, coalesce(new.project_id, old.project_id), pg_current_xact_id())
  on conflict do nothing;
  return null;
end $$;

create index signal_monitor_of_project on signal_monitor (project_id);
create index watch_project_of_project on watch_project (project_id);

-- What the installation offered to listen to when all projects were last brought in line with it.
alter table monitoring_state add column offered text;

-- Those who look for what a worker left need not pass by every monitor.
create index signal_monitor_held on signal_monitor (organization_id) where batch is not null;

-- Listening for signals: who pays how much a month, what is listened to for whom, what came in, and where we were blind.

-- One row for each signal that was ever monitored. `batch` names what is paid for and not yet judged.
create table signal_monitor (
  organization_id uuid not null,
  project_id uuid not null,
  intent_signal_id uuid primary key,
  enabled boolean not null,
  monthly_budget bigint not null,
  -- The calendar month, UTC, that `spent` belongs to.
  month text not null,
  spent bigint not null default 0,
  paused text check (paused in ('budget', 'credits')),
  batch uuid,
  batch_price bigint,
  enabled_by uuid references account on delete set null,
  enabled_at timestamptz not null,
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index signal_monitor_project on signal_monitor (organization_id, project_id);
create index signal_monitor_enabler on signal_monitor (enabled_by);
alter table signal_monitor enable row level security;
alter table signal_monitor force row level security;
create policy tenant on signal_monitor using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy monitoring_read on signal_monitor for select using (app_scope() = 'monitoring');
create policy moving_read on signal_monitor for select using (app_scope() = 'transfer' and project_id = app_project_id());
create policy monitoring_read on intent_signal for select using (app_scope() = 'monitoring');

-- One thing that is asked or listened to, once for all projects that want it. Everything said there before `read_to` has been
-- read. While a window is being read, `window_to` and the place reached in its pages are set. `key_project_id` names the
-- project with whose own key it is asked; null asks with the installation's. Query words are a signal's, so nobody else sees them.
create table watch (
  id uuid primary key,
  platform text not null,
  source text not null,
  query text not null,
  way text not null check (way in ('poll', 'stream')),
  key_project_id uuid,
  read_to timestamptz(3) not null,
  window_from timestamptz(3),
  window_to timestamptz(3),
  page_cursor text,
  pages integer not null default 0,
  window_seen integer not null default 0,
  stream_cursor text,
  look_id uuid,
  failures integer not null default 0,
  error text,
  last_polled_at timestamptz,
  last_seen integer not null default 0,
  next_poll_at timestamptz not null,
  created_at timestamptz not null,
  unique nulls not distinct (platform, source, query, way, key_project_id)
);
create index watch_due on watch (next_poll_at);

create table watch_project (
  watch_id uuid not null references watch on delete cascade,
  organization_id uuid not null,
  project_id uuid not null,
  since timestamptz not null,
  primary key (watch_id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index watch_project_list on watch_project (organization_id, project_id, watch_id);
alter table watch_project enable row level security;
alter table watch_project force row level security;
create policy tenant on watch_project using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy monitoring on watch_project for select using (app_scope() = 'monitoring');
-- When a project listened and does so no more: what it was told of that time stays true.
create table watch_stretch (
  watch_id uuid not null references watch on delete cascade,
  organization_id uuid not null,
  project_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  primary key (watch_id, project_id, from_at),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index watch_stretch_list on watch_stretch (organization_id, project_id, watch_id);
create index watch_stretch_age on watch_stretch (until_at);
alter table watch_stretch enable row level security;
alter table watch_stretch force row level security;
create policy tenant on watch_stretch using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy monitoring_read on watch_stretch for select using (app_scope() = 'monitoring');
create policy monitoring_delete on watch_stretch for delete using (app_scope() = 'monitoring');
alter table watch enable row level security;
alter table watch force row level security;
create policy monitoring on watch using (app_scope() in ('monitoring', 'operator')) with check (app_scope() in ('monitoring', 'operator'));
create policy listened on watch for select using (
  exists (select from watch_project own where own.watch_id = watch.id and own.organization_id = app_organization_id())
  or exists (select from watch_stretch own where own.watch_id = watch.id and own.organization_id = app_organization_id()));

-- What each look brought. One that failed says why.
create table watch_look (
  id uuid primary key,
  watch_id uuid not null references watch on delete cascade,
  polled_at timestamptz not null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  seen integer not null,
  gap boolean not null,
  error text,
  next_try_at timestamptz
);
create index watch_look_list on watch_look (watch_id, polled_at desc, id desc);
create index watch_look_age on watch_look (polled_at);
alter table watch_look enable row level security;
alter table watch_look force row level security;
create policy monitoring on watch_look using (app_scope() in ('monitoring', 'operator')) with check (app_scope() in ('monitoring', 'operator'));
create policy listened on watch_look for select using (
  exists (select from watch_project own where own.watch_id = watch_look.watch_id and own.organization_id = app_organization_id())
  or exists (select from watch_stretch own where own.watch_id = watch_look.watch_id and own.organization_id = app_organization_id()));

-- When we were blind: open while `to_at` is null, made good when what was said meanwhile has been read, lost where it cannot be.
create table watch_gap (
  id uuid primary key,
  watch_id uuid not null references watch on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz,
  reason text not null,
  noticed_at timestamptz not null,
  backfilled_at timestamptz,
  recovered integer not null default 0,
  lost boolean not null default false
);
create unique index watch_gap_open on watch_gap (watch_id) where to_at is null;
create index watch_gap_list on watch_gap (watch_id, from_at desc);
alter table watch_gap enable row level security;
alter table watch_gap force row level security;
create policy monitoring on watch_gap using (app_scope() in ('monitoring', 'operator')) with check (app_scope() in ('monitoring', 'operator'));
create policy listened on watch_gap for select using (
  exists (select from watch_project own where own.watch_id = watch_gap.watch_id and own.organization_id = app_organization_id())
  or exists (select from watch_stretch own where own.watch_id = watch_gap.watch_id and own.organization_id = app_organization_id()));

-- A post that came in and is near enough to a monitored signal to be judged. It waits as long as budget or credits are used up.
create table monitor_candidate (
  organization_id uuid not null,
  project_id uuid not null,
  intent_signal_id uuid not null,
  post_id uuid not null references post on delete cascade,
  look_id uuid,
  state text not null check (state in ('waiting', 'held', 'judged', 'repeated')),
  rank real not null,
  arrived_at timestamptz(3) not null,
  primary key (intent_signal_id, post_id),
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade
);
create index monitor_candidate_open on monitor_candidate (organization_id, intent_signal_id, state, arrived_at desc, rank desc, post_id)
  where state in ('waiting', 'held');
create index monitor_candidate_look on monitor_candidate (organization_id, project_id, look_id);
create index monitor_candidate_post on monitor_candidate (post_id);
alter table monitor_candidate enable row level security;
alter table monitor_candidate force row level security;
create policy tenant on monitor_candidate using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy monitoring on monitor_candidate for insert with check (app_scope() = 'monitoring');
create policy monitoring_read on monitor_candidate for select using (app_scope() in ('monitoring', 'retention'));
create policy retention on monitor_candidate for delete using (app_scope() = 'retention');

-- A source that fails or works again is told to every project that listens to it.
create policy monitoring on event for insert with check (app_scope() = 'monitoring');

-- Counts every change to what is listened for, so that whoever holds it in memory knows when to read it anew. Counted as the
-- change commits, so that nobody waits for it longer than that.
create table monitoring_state (only_row boolean primary key default true check (only_row), version bigint not null);
comment on table monitoring_state is 'not in backups';
insert into monitoring_state (version) values (1);
create function count_monitoring_change() returns trigger language plpgsql as $$
begin
  update monitoring_state set version = version + 1;
  return null;
end $$;
create constraint trigger monitoring_changed after insert or delete or update of enabled, organization_id, project_id on signal_monitor
  deferrable initially deferred for each row execute function count_monitoring_change();
create constraint trigger monitoring_changed after insert or delete or update of organization_id on watch_project
  deferrable initially deferred for each row execute function count_monitoring_change();
create constraint trigger monitoring_changed after update of intent_signal, revision, deleted_at on intent_signal
  deferrable initially deferred for each row execute function count_monitoring_change();

-- Projects whose sources or wordings have changed since it was last decided what they listen to.
create table stale_listening (
  project_id uuid primary key,
  organization_id uuid not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
comment on table stale_listening is 'not in backups';
alter table stale_listening enable row level security;
alter table stale_listening force row level security;
create policy tenant on stale_listening using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy monitoring on stale_listening for select using (app_scope() = 'monitoring');
create function note_stale_listening() returns trigger language plpgsql as $$
begin
  insert into stale_listening (organization_id, project_id)
  select project.organization_id, project.id from project
  where project.id = coalesce(new.project_id, old.project_id) and exists (
    select from signal_monitor where signal_monitor.project_id = project.id and signal_monitor.enabled)
  on conflict do nothing;
  return null;
end $$;
create trigger listening_is_stale after insert or delete on feed for each row execute function note_stale_listening();
create trigger listening_is_stale after insert or delete on project_source for each row execute function note_stale_listening();
create trigger listening_is_stale after insert or delete or update of is_on on channel_choice
  for each row execute function note_stale_listening();
create trigger listening_is_stale after insert or delete or update of sealed on project_key
  for each row execute function note_stale_listening();
create trigger listening_is_stale after update of intent_signal on intent_signal
  for each row execute function note_stale_listening();

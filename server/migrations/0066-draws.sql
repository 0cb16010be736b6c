-- Posts drawn at random from what a platform has, by another way than listening reads it: the share of them that
-- listening met is the share it captures. Nobody's words, and gone after a month.
create table watch_draw (
  watch_id uuid not null references watch on delete cascade,
  external_id text not null,
  drawn_at timestamptz(3) not null,
  -- When listening met it, or when it was sure that it had not; neither while that is open.
  met_at timestamptz(3),
  missed_at timestamptz(3),
  primary key (watch_id, external_id)
);
create index watch_draw_open on watch_draw (drawn_at, watch_id, external_id) where met_at is null and missed_at is null;
create index watch_draw_age on watch_draw (drawn_at);
-- When posts were last drawn there, also where there were none.
alter table watch add column drawn_at timestamptz(3);
comment on table watch_draw is 'not in backups';
alter table watch_draw enable row level security;
alter table watch_draw force row level security;
create policy monitoring on watch_draw using (app_scope() = 'monitoring') with check (app_scope() = 'monitoring');
create policy listened on watch_draw for select using (
  exists (select from watch_project own where own.watch_id = watch_draw.watch_id and own.organization_id = app_organization_id()));

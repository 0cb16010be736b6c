-- A community that a project listens to besides what every project searches: a tag, an instance, a forum, a hashtag or a
-- repository. `external_id` names it as the platform's channel does.
create table project_source (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  platform text not null,
  external_id text not null,
  name text not null,
  display_name text not null,
  created_at timestamptz not null,
  unique (organization_id, project_id, platform, external_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index project_source_list on project_source (organization_id, project_id, created_at, id);
alter table project_source enable row level security;
alter table project_source force row level security;
create policy tenant on project_source using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

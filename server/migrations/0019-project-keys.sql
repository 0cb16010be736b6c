-- Whether a project is searched on a channel, where somebody has said so; without a row the channel's own beginning holds.
-- `agreed_at` is when the platform's rules were agreed to, for those that ask.
create table channel_choice (
  organization_id uuid not null,
  project_id uuid not null,
  platform text not null,
  is_on boolean not null,
  agreed_at timestamptz,
  changed_at timestamptz not null,
  primary key (organization_id, project_id, platform),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
alter table channel_choice enable row level security;
alter table channel_choice force row level security;
create policy tenant on channel_choice using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A project's own key to a platform, sealed for this project and platform: the same bytes in another row do not open. The
-- seal does not name the organization, since a project that moves keeps its keys.
create table project_key (
  organization_id uuid not null,
  project_id uuid not null,
  platform text not null,
  sealed bytea not null,
  hint text not null,
  set_by uuid references account on delete set null,
  set_at timestamptz not null,
  error text,
  failing_since timestamptz,
  primary key (organization_id, project_id, platform),
  check ((error is null) = (failing_since is null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index project_key_set_by on project_key (set_by);
alter table project_key enable row level security;
alter table project_key force row level security;
create policy tenant on project_key using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

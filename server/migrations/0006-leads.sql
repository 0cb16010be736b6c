-- A post that some signal of a project matched. What the list shows stands in the row itself.
create table lead (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  project_id uuid not null,
  post_id uuid not null references post,
  platform text not null,
  community_external_id text not null,
  community_name text,
  url text not null,
  author_name text,
  title text,
  excerpt text not null,
  excerpt_evidence jsonb not null,
  score smallint not null,
  signal_ids uuid[] not null,
  read boolean not null default false,
  starred boolean not null default false,
  deleted boolean not null default false,
  -- Milliseconds, as the wire and the cursors have them: finer parts would make pages repeat or skip leads.
  posted_at timestamptz(3) not null,
  collected_at timestamptz(3) not null,
  unique (organization_id, project_id, post_id),
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
create index lead_posted on lead (organization_id, project_id, deleted, posted_at desc, id desc);
create index lead_collected on lead (organization_id, project_id, deleted, collected_at desc, id desc);
create index lead_score on lead (organization_id, project_id, deleted, score desc, id desc);
create index lead_unread on lead (organization_id, project_id, posted_at desc, id desc) where not read and not deleted;
create index lead_starred on lead (organization_id, project_id, posted_at desc, id desc) where starred and not deleted;
create index lead_channel on lead (organization_id, project_id, platform, community_external_id, posted_at desc, id desc) where not deleted;
-- A project implies its organization; told so, the planner does not take a large project for a tiny one.
create statistics lead_project (dependencies) on organization_id, project_id from lead;
alter table lead enable row level security;
alter table lead force row level security;
create policy tenant on lead using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- The words of a lead's post, apart from the lead: they are wide, never change, and only a text search reads them.
create table lead_text (
  lead_id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  words tsvector not null,
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade
);
-- No index over the words: behind row-level security `@@` may not use one, so a search reads its project's words.
create index lead_text_project on lead_text (organization_id, project_id);
create statistics lead_text_project (dependencies) on organization_id, project_id from lead_text;
alter table lead_text enable row level security;
alter table lead_text force row level security;
create policy tenant on lead_text using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table lead_match (
  organization_id uuid not null,
  lead_id uuid not null,
  intent_signal_id uuid not null,
  score smallint not null,
  reason text not null,
  evidence jsonb not null,
  model text not null,
  matched_at timestamptz not null,
  primary key (lead_id, intent_signal_id),
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade,
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade
);
create index lead_match_signal on lead_match (organization_id, intent_signal_id, lead_id);
create statistics lead_match_of_signal (dependencies) on organization_id, intent_signal_id from lead_match;
alter table lead_match enable row level security;
alter table lead_match force row level security;
create policy tenant on lead_match using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Where a project's leads come from, counted as they are recorded.
create table project_channel (
  organization_id uuid not null,
  project_id uuid not null,
  platform text not null,
  external_id text not null,
  name text not null,
  lead_count integer not null,
  primary key (project_id, platform, external_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
alter table project_channel enable row level security;
alter table project_channel force row level security;
create policy tenant on project_channel using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A bulk change that can be taken back: every lead in `lead_ids` had `former` in `field` before it.
create table undo (
  token uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  field text not null check (field in ('read', 'deleted')),
  former boolean not null,
  lead_ids uuid[] not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
create index undo_expiry on undo (organization_id, expires_at);
alter table undo enable row level security;
alter table undo force row level security;
create policy tenant on undo using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- What a project's listeners are told, written with what it tells of. `id` is what Last-Event-ID names.
create table event (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organization on delete cascade,
  project_id uuid not null,
  payload jsonb not null,
  created_at timestamptz not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
create index event_stream on event (organization_id, project_id, id);
create index event_age on event (organization_id, created_at);
alter table event enable row level security;
alter table event force row level security;
create policy tenant on event using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

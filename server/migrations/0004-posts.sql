-- Posts are public and shared by the installation: one fetch serves every organization. They carry no tenant's words.
create table post (
  id uuid primary key,
  platform text not null,
  external_id text not null,
  kind text not null,
  url text not null,
  author_external_id text,
  author_name text,
  author_url text,
  title text,
  body text not null,
  community_external_id text not null default '',
  community_name text,
  replies integer,
  points integer,
  license text,
  posted_at timestamptz not null,
  collected_at timestamptz not null,
  fingerprint bytea,
  vector bytea,
  vector_model text,
  unique (platform, external_id)
);
create index post_time on post (posted_at desc, id desc);
create index post_fingerprint on post (fingerprint);

-- Every look at a source: what was asked, what came back, what stayed out of reach.
create table coverage (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  project_id uuid not null,
  search_id uuid,
  platform text not null,
  source text not null,
  query text not null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  seen integer not null,
  kept integer not null,
  gap boolean not null,
  error text,
  next_try_at timestamptz,
  polled_at timestamptz not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
create index coverage_list on coverage (organization_id, project_id, polled_at desc, id desc);
create index coverage_source on coverage (organization_id, project_id, platform, source, polled_at desc);
alter table coverage enable row level security;
alter table coverage force row level security;
create policy tenant on coverage using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table feed (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  project_id uuid not null,
  url text not null,
  title text not null,
  created_at timestamptz not null,
  unique (organization_id, project_id, url),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
alter table feed enable row level security;
alter table feed force row level security;
create policy tenant on feed using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

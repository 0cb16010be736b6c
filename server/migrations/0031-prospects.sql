-- People and companies behind a project's leads. A person is made of accounts (`person_profile`): at first of one, and two
-- persons become one when the accounts of both are put under one. What hangs on an account (its posts, what is known of it, the
-- companies it names) goes where the account goes. What lists show stands in the person's own row and is made anew from accounts
-- and facts whenever those change, and from nothing else, so that the same accounts always make the same row.

-- As texts are compared and ordered: without white space around them, in lower case, alike in every locale.
create function app_folded(text) returns text language sql immutable parallel safe as $$
  select lower(btrim($1, E' \t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
    collate "und-x-icu") $$;

create table person (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  -- What shows, by field: `{value, source, source_url, seen_at}`.
  fields jsonb not null,
  platforms text[] not null,
  posts integer not null,
  -- Milliseconds, as the wire and the cursors have them.
  last_posted_at timestamptz(3) not null,
  status_config_id uuid,
  deleted boolean not null default false,
  created_at timestamptz(3) not null,
  name text not null,
  -- Each word of a search must stand somewhere in it: names, handles and what shows, folded.
  search text collate "C" not null,
  name_folded text collate "C" not null generated always as (left(coalesce(app_folded(name), ''), 200)) stored,
  location_folded text collate "C" not null generated always as (left(coalesce(app_folded(fields #>> '{location,value}'), ''), 200)) stored,
  title_folded text collate "C" not null generated always as (left(coalesce(app_folded(fields #>> '{person_title,value}'), ''), 200)) stored,
  company_folded text collate "C" not null generated always as (left(coalesce(app_folded(fields #>> '{company_name,value}'), ''), 200)) stored,
  -- In an order upwards those without one come last.
  company_order text collate "C" not null generated always as (
    coalesce(nullif(left(coalesce(app_folded(fields #>> '{company_name,value}'), ''), 200), ''), chr(1114111))) stored,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, status_config_id) references lead_status (organization_id, id)
    on delete set null (status_config_id) on update cascade
);
create index person_last_posted on person (organization_id, project_id, deleted, last_posted_at desc, id desc);
create index person_created on person (organization_id, project_id, deleted, created_at desc, id desc);
create index person_posts on person (organization_id, project_id, deleted, posts desc, id desc);
create index person_name on person (organization_id, project_id, deleted, name_folded, id);
create index person_company on person (organization_id, project_id, deleted, company_order, id);
create index person_of_company on person (organization_id, project_id, deleted, company_folded, last_posted_at desc, id desc);
create index person_location on person (organization_id, project_id, deleted, location_folded, last_posted_at desc, id desc);
create index person_title on person (organization_id, project_id, deleted, title_folded, last_posted_at desc, id desc);
create index person_by_status on person (organization_id, project_id, deleted, status_config_id, last_posted_at desc, id desc);
-- What sorting by status reads, one status after the other, and what deleting a status looks for.
create index person_status_order on person (organization_id, status_config_id, project_id, deleted, id);
-- A project implies its organization; told so, the planner does not take a large project for a tiny one.
create statistics person_project (dependencies) on organization_id, project_id from person;
alter table person enable row level security;
alter table person force row level security;
create policy tenant on person using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- An account on a platform that posts came from. `external_id` is its own there and does not change with its name.
create table person_profile (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  person_id uuid not null,
  platform text not null,
  external_id text not null,
  handle text not null,
  name text not null,
  url text,
  created_at timestamptz(3) not null,
  unique (organization_id, id),
  unique (organization_id, project_id, platform, external_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, person_id) references person (organization_id, id) on delete cascade on update cascade
);
create index person_profile_person on person_profile (organization_id, person_id, platform, id);
create index person_profile_platform on person_profile (organization_id, project_id, platform, person_id);
create statistics person_profile_project (dependencies) on organization_id, project_id from person_profile;
alter table person_profile enable row level security;
alter table person_profile force row level security;
create policy tenant on person_profile using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- What a source says of an account's owner: one value of each field and source, the newest.
create table profile_fact (
  organization_id uuid not null,
  profile_id uuid not null,
  field text not null,
  source text not null,
  value text not null check (value <> ''),
  source_url text,
  seen_at timestamptz(3) not null,
  primary key (profile_id, field, source),
  foreign key (organization_id, profile_id) references person_profile (organization_id, id) on delete cascade on update cascade
);
create index profile_fact_profile on profile_fact (organization_id, profile_id);
alter table profile_fact enable row level security;
alter table profile_fact force row level security;
create policy tenant on profile_fact using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Known by its domain or, as long as nobody has stated one, by its name.
create table company (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  domain text,
  name_key text not null,
  fields jsonb not null,
  platforms text[] not null,
  people integer not null,
  posts integer not null,
  last_posted_at timestamptz(3) not null,
  status_config_id uuid,
  deleted boolean not null default false,
  created_at timestamptz(3) not null,
  name text not null,
  search text collate "C" not null,
  name_folded text collate "C" not null generated always as (left(coalesce(app_folded(name), ''), 200)) stored,
  industry_folded text collate "C" not null generated always as (left(coalesce(app_folded(fields #>> '{industry,value}'), ''), 200)) stored,
  location_folded text collate "C" not null generated always as (left(coalesce(app_folded(fields #>> '{location,value}'), ''), 200)) stored,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, status_config_id) references lead_status (organization_id, id)
    on delete set null (status_config_id) on update cascade
);
create unique index company_domain on company (organization_id, project_id, domain) where domain is not null;
create unique index company_without_domain on company (organization_id, project_id, name_key) where domain is null;
create index company_key on company (organization_id, project_id, name_key, created_at, id);
create index company_last_posted on company (organization_id, project_id, deleted, last_posted_at desc, id desc);
create index company_created on company (organization_id, project_id, deleted, created_at desc, id desc);
create index company_posts on company (organization_id, project_id, deleted, posts desc, id desc);
create index company_people on company (organization_id, project_id, deleted, people desc, id desc);
create index company_name on company (organization_id, project_id, deleted, name_folded, id);
create index company_location on company (organization_id, project_id, deleted, location_folded, last_posted_at desc, id desc);
create index company_industry on company (organization_id, project_id, deleted, industry_folded, last_posted_at desc, id desc);
create index company_by_status on company (organization_id, project_id, deleted, status_config_id, last_posted_at desc, id desc);
create index company_status_order on company (organization_id, status_config_id, project_id, deleted, id);
create statistics company_project (dependencies) on organization_id, project_id from company;
alter table company enable row level security;
alter table company force row level security;
create policy tenant on company using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table company_fact (
  organization_id uuid not null,
  company_id uuid not null,
  field text not null,
  source text not null,
  value text not null check (value <> ''),
  source_url text,
  seen_at timestamptz(3) not null,
  primary key (company_id, field, source),
  foreign key (organization_id, company_id) references company (organization_id, id) on delete cascade on update cascade
);
create index company_fact_company on company_fact (organization_id, company_id);
alter table company_fact enable row level security;
alter table company_fact force row level security;
create policy tenant on company_fact using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Whose company it is, and who says so. It is an account that names a company, so that it goes with the account.
create table company_member (
  organization_id uuid not null,
  company_id uuid not null,
  profile_id uuid not null,
  source text not null,
  source_url text,
  seen_at timestamptz(3) not null,
  primary key (company_id, profile_id),
  foreign key (organization_id, company_id) references company (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, profile_id) references person_profile (organization_id, id) on delete cascade on update cascade
);
create index company_member_company on company_member (organization_id, company_id, profile_id);
create index company_member_profile on company_member (organization_id, profile_id, company_id);
alter table company_member enable row level security;
alter table company_member force row level security;
create policy tenant on company_member using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- The account that wrote a lead's post; null where nobody in particular did.
alter table lead
  add column profile_id uuid,
  add foreign key (organization_id, profile_id) references person_profile (organization_id, id)
    on delete set null (profile_id) on update cascade;
create index lead_profile on lead (organization_id, profile_id, posted_at desc, id desc) where profile_id is not null;

create table person_draft (
  organization_id uuid not null,
  person_id uuid primary key,
  draft text not null,
  written_by text not null,
  -- The lead it was written from; null where somebody wrote it themselves.
  lead_id uuid,
  updated_by uuid,
  updated_at timestamptz(3) not null,
  foreign key (organization_id, person_id) references person (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete set null (lead_id) on update cascade
);
create index person_draft_person on person_draft (organization_id, person_id);
create index person_draft_lead on person_draft (organization_id, lead_id) where lead_id is not null;
alter table person_draft enable row level security;
alter table person_draft force row level security;
create policy tenant on person_draft using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A bulk change that can be taken back: what each of them had in `field` before it, as text, in the order of `ids`.
create table prospect_undo (
  token uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('person', 'company')),
  field text not null check (field in ('deleted', 'status')),
  ids uuid[] not null,
  formers text[] not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index prospect_undo_expiry on prospect_undo (organization_id, expires_at);
create index prospect_undo_project on prospect_undo (organization_id, project_id);
alter table prospect_undo enable row level security;
alter table prospect_undo force row level security;
create policy tenant on prospect_undo using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- The projects whose leads were there before people were: a job makes those, from the lead that stands here on.
create table people_to_find (
  organization_id uuid not null,
  project_id uuid primary key,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
alter table people_to_find enable row level security;
create index people_to_find_project on people_to_find (organization_id, project_id);
alter table lead no force row level security;
insert into people_to_find (organization_id, project_id) select distinct organization_id, project_id from lead;
alter table lead force row level security;
alter table people_to_find force row level security;
create policy tenant on people_to_find using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on people_to_find for select using (app_scope() = 'scheduler');

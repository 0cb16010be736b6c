-- Accounts belong to the installation; everything else below belongs to one organization and is fenced by row-level security.
create table account (
  id uuid primary key,
  email text not null,
  password_hash text,
  first_name text,
  last_name text,
  is_verified boolean not null default false,
  avatar_url text,
  created_at timestamptz not null
);
create unique index account_email on account (email);

create table session (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_account on session (account_id);

create table organization (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);
alter table organization enable row level security;
alter table organization force row level security;
create policy tenant on organization using (id = app_organization_id()) with check (id = app_organization_id());

create table membership (
  account_id uuid primary key references account on delete cascade,
  organization_id uuid not null references organization on delete cascade,
  role text not null check (role in ('SUPER_ADMIN', 'ADMIN', 'MEMBER', 'GUEST')),
  joined_at timestamptz not null
);
create index membership_organization on membership (organization_id);
alter table membership enable row level security;
alter table membership force row level security;
create policy tenant on membership using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
-- Signing in happens before the organization is known: an account sees its own membership.
create policy own on membership for select using (app_scope() = 'account' and account_id = app_user_id());

create table project (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  name text not null,
  website text,
  business_name text,
  business_description text,
  purpose text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id)
);
create index project_list on project (organization_id, created_at, id);
alter table project enable row level security;
alter table project force row level security;
create policy tenant on project using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table project_guest (
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  granted_at timestamptz not null,
  primary key (project_id, account_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
create index project_guest_account on project_guest (organization_id, account_id);
alter table project_guest enable row level security;
alter table project_guest force row level security;
create policy tenant on project_guest using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table feedback (
  id uuid primary key,
  organization_id uuid,
  account_id uuid not null references account on delete cascade,
  feedback text not null,
  created_at timestamptz not null
);
create index feedback_time on feedback (created_at, id);

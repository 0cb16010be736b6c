-- What several posts of a project's channels are about, found anew each week from the posts themselves. No word of a post is kept
-- here: a quote is a place in its post, so that what is erased there is gone here.
create table theme_run (
  organization_id uuid not null,
  project_id uuid not null,
  -- When themes were last found, and among how many posts; null before the first time.
  made_at timestamptz(3),
  posts integer not null default 0,
  due_at timestamptz(3) not null,
  -- When somebody asked for them out of turn; null once they are found.
  asked_at timestamptz(3),
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index theme_run_due on theme_run (due_at, project_id);

create table theme (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  -- When it was first found.
  since timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index theme_project on theme (organization_id, project_id);

create table theme_post (
  organization_id uuid not null,
  theme_id uuid not null,
  post_id uuid not null references post on delete cascade,
  -- From 0: the better its quote says what the theme is about, the earlier.
  position integer not null,
  -- Which lenses it is seen through, as bits.
  lenses smallint not null,
  -- Where its quote stands in the post; null where it has none that can be read at a glance.
  quote_start integer,
  quote_end integer,
  primary key (theme_id, post_id),
  check ((quote_start is null) = (quote_end is null)),
  foreign key (organization_id, theme_id) references theme (organization_id, id) on delete cascade on update cascade
);
create index theme_post_theme on theme_post (organization_id, theme_id, position);
create index theme_post_post on theme_post (post_id);

-- They are found again from the posts.
comment on table theme_run is 'not in backups';
comment on table theme is 'not in backups';
comment on table theme_post is 'not in backups';

alter table theme_run enable row level security;
alter table theme_run force row level security;
create policy tenant on theme_run using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on theme_run for select using (app_scope() = 'scheduler');
alter table theme enable row level security;
alter table theme force row level security;
create policy tenant on theme using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
alter table theme_post enable row level security;
alter table theme_post force row level security;
create policy tenant on theme_post using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy retention_read on theme_post for select using (app_scope() = 'retention');
create policy retention on theme_post for delete using (app_scope() = 'retention');

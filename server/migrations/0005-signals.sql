create table intent_signal (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  project_id uuid not null,
  intent_signal text not null,
  -- Counts rewordings: a judgement belongs to one wording.
  revision integer not null default 1,
  search_days integer not null,
  search_budget bigint,
  lead_count integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade
);
create index intent_signal_list on intent_signal (organization_id, project_id, created_at, id) where deleted_at is null;
create unique index intent_signal_once on intent_signal (organization_id, project_id, md5(lower(intent_signal))) where deleted_at is null;
alter table intent_signal enable row level security;
alter table intent_signal force row level security;
create policy tenant on intent_signal using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table search (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  project_id uuid not null,
  intent_signal_id uuid not null,
  -- The wording it was started with: what is found is judged by these words, whatever the signal says by then.
  intent_signal text not null,
  revision integer not null,
  requested_by uuid,
  state text not null check (state in ('queued', 'running', 'done', 'stopped', 'failed')),
  search_days integer not null,
  search_budget bigint,
  price bigint not null,
  until_at timestamptz not null,
  seen integer not null default 0,
  judged integer not null default 0,
  kept integer not null default 0,
  spent bigint not null default 0,
  batches integer not null default 0,
  note text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade,
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade
);
create unique index search_open on search (organization_id, intent_signal_id) where state in ('queued', 'running');
create index search_list on search (organization_id, project_id, created_at desc, id desc);
create index search_of_signal on search (organization_id, intent_signal_id, created_at desc, id desc);
alter table search enable row level security;
alter table search force row level security;
create policy tenant on search using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- One question put to one source, with the place reached in its pages. Legs are taken in order of `position`.
create table search_leg (
  organization_id uuid not null,
  search_id uuid not null,
  position integer not null,
  platform text not null,
  source text,
  query jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  cursor text,
  pages integer not null default 0,
  seen integer not null default 0,
  fresh integer not null default 0,
  attempts integer not null default 0,
  error text,
  primary key (search_id, position),
  foreign key (organization_id, search_id) references search (organization_id, id) on delete cascade
);
alter table search_leg enable row level security;
alter table search_leg force row level security;
create policy tenant on search_leg using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A post that a search has seen, in the order it was seen; `batch` says with which others it is judged and paid for.
create table search_candidate (
  organization_id uuid not null,
  search_id uuid not null,
  position integer not null,
  post_id uuid not null references post,
  state text not null check (state in ('seen', 'passed', 'dropped', 'held', 'judged', 'unpaid')),
  rank real,
  batch integer,
  primary key (search_id, position),
  unique (search_id, post_id),
  foreign key (organization_id, search_id) references search (organization_id, id) on delete cascade
);
create index search_candidate_state on search_candidate (search_id, state, position);
alter table search_candidate enable row level security;
alter table search_candidate force row level security;
create policy tenant on search_candidate using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Every verdict, kept or not, with the model that gave it. One wording judges a post once, however many searches see it.
create table judgement (
  organization_id uuid not null,
  intent_signal_id uuid not null,
  post_id uuid not null references post,
  revision integer not null,
  score smallint not null,
  kept boolean not null,
  model text not null,
  judged_at timestamptz not null,
  primary key (intent_signal_id, post_id),
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade
);
alter table judgement enable row level security;
alter table judgement force row level security;
create policy tenant on judgement using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

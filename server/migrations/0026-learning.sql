-- What the judge says of a post before a signal's feedback moves it, in log-odds: `score` is what comes of both. Of a match
-- that people made there is none.
alter table judgement add column base double precision;
alter table lead_match add column base double precision;
alter table judgement no force row level security;
alter table lead_match no force row level security;
update judgement set base = ln(greatest(score, 0.1) / (100 - least(score, 99.9)));
update lead_match set base = ln(greatest(score, 0.1) / (100 - least(score, 99.9))) where model <> 'person';
alter table judgement force row level security;
alter table lead_match force row level security;

-- What people said of a post under a signal: by a thumb on its lead, by correcting what a lead matches, or when they looked
-- through what was passed over. A signal's feedback is learned from these rows alone; one that is taken back goes.
create table signal_label (
  organization_id uuid not null,
  intent_signal_id uuid not null,
  post_id uuid not null references post on delete cascade,
  source text not null check (source in ('feedback', 'correction', 'audit')),
  fits boolean not null,
  account_id uuid references account on delete set null,
  said_at timestamptz(3) not null,
  primary key (intent_signal_id, post_id, source),
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade
);
create index signal_label_signal on signal_label (organization_id, intent_signal_id);
create index signal_label_post on signal_label (post_id);
create index signal_label_account on signal_label (account_id);
alter table lead no force row level security;
alter table lead_match no force row level security;
alter table lead_correction no force row level security;
insert into signal_label (organization_id, intent_signal_id, post_id, source, fits, said_at)
select lead.organization_id, lead_match.intent_signal_id, lead.post_id, 'feedback', lead.feedback = 'positive', lead.collected_at
from lead join lead_match on lead_match.organization_id = lead.organization_id and lead_match.lead_id = lead.id
where lead.feedback is not null and lead_match.model <> 'person';
insert into signal_label (organization_id, intent_signal_id, post_id, source, fits, account_id, said_at)
select said.organization_id, said.intent_signal_id, lead.post_id, 'correction', said.is_match, said.account_id, said.corrected_at
from lead_correction said join lead on lead.organization_id = said.organization_id and lead.id = said.lead_id;
alter table lead_correction force row level security;
alter table lead_match force row level security;
alter table lead force row level security;
alter table signal_label enable row level security;
alter table signal_label force row level security;
create policy tenant on signal_label using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- What was learned from a signal's labels: reckoned anew from all of them whenever one comes or goes.
create table signal_adjustment (
  organization_id uuid not null,
  intent_signal_id uuid primary key,
  labels integer not null,
  vector_model text not null,
  -- The bias, then a weight for each number of a post's vector, as doubles.
  weights bytea not null,
  learned_at timestamptz(3) not null,
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade
);
alter table signal_adjustment enable row level security;
alter table signal_adjustment force row level security;
create policy tenant on signal_adjustment using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create index judgement_time on judgement (intent_signal_id, judged_at);

-- Each week some of the posts that a signal passed over, for people to look at: how many there were, how many it found
-- meanwhile, and which were drawn. `strata` says of each kind how many it is drawn from.
create table signal_audit (
  organization_id uuid not null,
  project_id uuid not null,
  intent_signal_id uuid not null,
  week date not null,
  until_at timestamptz(3) not null,
  found integer not null,
  strata jsonb not null,
  primary key (intent_signal_id, week),
  unique (organization_id, intent_signal_id, week),
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index signal_audit_list on signal_audit (organization_id, project_id, week);
alter table signal_audit enable row level security;
alter table signal_audit force row level security;
create policy tenant on signal_audit using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A post that was drawn. An answer outlives its post: what it counts for is not whose words they were.
create table signal_audit_post (
  organization_id uuid not null,
  intent_signal_id uuid not null,
  week date not null,
  position smallint not null,
  post_id uuid references post on delete set null,
  stratum text not null,
  answer text check (answer in ('yes', 'no', 'skip')),
  account_id uuid references account on delete set null,
  answered_at timestamptz(3),
  primary key (intent_signal_id, week, position),
  unique (intent_signal_id, post_id),
  foreign key (organization_id, intent_signal_id, week) references signal_audit (organization_id, intent_signal_id, week)
    on delete cascade on update cascade
);
create index signal_audit_post_list on signal_audit_post (organization_id, intent_signal_id, week, position);
create index signal_audit_post_post on signal_audit_post (post_id);
create index signal_audit_post_account on signal_audit_post (account_id);
alter table signal_audit_post enable row level security;
alter table signal_audit_post force row level security;
create policy tenant on signal_audit_post using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Whose turn it is to have posts drawn.
create policy scheduler_read on signal_audit for select using (app_scope() = 'scheduler');
create policy scheduler_read on intent_signal for select using (app_scope() = 'scheduler');

-- The same words said at a second place, as a project came upon them: one lead, which names its other places.
create table post_copy (
  organization_id uuid not null,
  project_id uuid not null,
  post_id uuid not null references post on delete cascade,
  original_post_id uuid not null references post on delete cascade,
  found_at timestamptz(3) not null,
  primary key (project_id, post_id),
  check (post_id <> original_post_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index post_copy_original on post_copy (organization_id, project_id, original_post_id);
create index post_copy_of on post_copy (original_post_id);
create index post_copy_post on post_copy (post_id);
alter table post_copy enable row level security;
alter table post_copy force row level security;
create policy tenant on post_copy using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy retention_read on post_copy for select using (app_scope() = 'retention');
create policy retention on post_copy for delete using (app_scope() = 'retention');

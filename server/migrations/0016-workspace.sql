-- What a project's leads (or its people and companies) can be set to, in an order of the team's own.
create table lead_status (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  kind text not null check (kind in ('lead', 'prospect')),
  name text not null,
  color text not null,
  position integer not null,
  created_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index lead_status_list on lead_status (organization_id, project_id, kind, position, id);
create unique index lead_status_name on lead_status (organization_id, project_id, kind, lower(name));
alter table lead_status enable row level security;
alter table lead_status force row level security;
create policy tenant on lead_status using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

alter table post add column github_issue_state text check (github_issue_state in ('OPEN', 'CLOSED'));

alter table lead
  add column status_config_id uuid,
  add column github_issue_state text check (github_issue_state in ('OPEN', 'CLOSED')),
  add column feedback text check (feedback in ('positive', 'negative')),
  add column feedback_reason text,
  add column assignee_id uuid references account on delete set null,
  add foreign key (organization_id, status_config_id) references lead_status (organization_id, id)
    on delete set null (status_config_id) on update cascade;
create index lead_by_status on lead (organization_id, project_id, deleted, status_config_id, posted_at desc, id desc);
-- What sorting by status reads, one status after the other, and what deleting a status looks for.
create index lead_status_order on lead (organization_id, status_config_id, project_id, deleted, id);
create index lead_by_issue_state on lead (organization_id, project_id, deleted, github_issue_state, posted_at desc, id desc)
  where github_issue_state is not null;
-- What counting the choices of every filter reads, and how few groups they make.
create index lead_choices on lead (organization_id, project_id, deleted)
  include (status_config_id, platform, community_external_id, github_issue_state, read, starred, signal_ids);
create statistics lead_choices (ndistinct)
  on status_config_id, platform, community_external_id, github_issue_state, read, starred, signal_ids from lead;
create index lead_assignee on lead (assignee_id) where assignee_id is not null;

-- A question of the team's own, answered for each lead. `revision` counts what makes former answers void. `run` names the
-- job that fills it, if one does; `queued_to` is the post up to which leads have their place in the queue, null once all have.
create table smart_column (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  prompt text not null,
  type text not null check (type in ('boolean', 'text')),
  position integer not null,
  revision integer not null default 1,
  paused text,
  run uuid,
  queued_to uuid,
  batches integer not null default 0,
  asked_by uuid references account on delete set null,
  created_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index smart_column_asker on smart_column (asked_by);
create index smart_column_list on smart_column (organization_id, project_id, position, id);
-- Letter case alike in every locale, the plainest of which knows no letters beyond ASCII.
create unique index smart_column_name on smart_column (organization_id, project_id, lower(name collate "und-x-icu"));
alter table smart_column enable row level security;
alter table smart_column force row level security;
create policy tenant on smart_column using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy moving_read on smart_column for select using (app_scope() = 'transfer' and project_id = app_project_id());

-- What waits and has a batch is paid for together with the rest of the batch.
create table smart_column_value (
  organization_id uuid not null,
  lead_id uuid not null,
  column_id uuid not null,
  revision integer not null,
  state text not null check (state in ('waiting', 'done', 'needs_model', 'failed')),
  bool_value boolean,
  text_value text,
  -- As filters compare it and sorts order it: without white space around it, in lower case, alike in every locale.
  folded_text text collate "C" generated always as (
    lower(btrim(text_value, E' \t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
      collate "und-x-icu")) stored,
  why text,
  answered_at timestamptz,
  posted_at timestamptz not null,
  batch integer,
  primary key (column_id, lead_id),
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, column_id) references smart_column (organization_id, id) on delete cascade on update cascade
);
create index smart_column_value_lead on smart_column_value (organization_id, lead_id);
create index smart_column_value_bool on smart_column_value (organization_id, column_id, state, bool_value, lead_id);
create index smart_column_value_text on smart_column_value (organization_id, column_id, state, folded_text, lead_id);
create index smart_column_value_waiting on smart_column_value (organization_id, column_id, posted_at desc, lead_id desc)
  where state = 'waiting';
create index smart_column_value_held on smart_column_value (organization_id, column_id, batch) where batch is not null;
alter table smart_column_value enable row level security;
alter table smart_column_value force row level security;
create policy tenant on smart_column_value using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table lead_draft (
  organization_id uuid not null,
  lead_id uuid not null,
  message_type text not null check (message_type in ('dm', 'reply')),
  draft text not null,
  written_by text not null,
  is_talking_points boolean not null,
  similar_lead_id uuid,
  similar_share real,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (lead_id, message_type),
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade
);
alter table lead_draft enable row level security;
alter table lead_draft force row level security;
create policy tenant on lead_draft using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create table lead_note (
  id uuid primary key,
  organization_id uuid not null,
  lead_id uuid not null,
  account_id uuid references account on delete set null,
  text text not null,
  created_at timestamptz not null,
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade
);
create index lead_note_list on lead_note (organization_id, lead_id, created_at, id);
create index lead_note_account on lead_note (account_id);
alter table lead_note enable row level security;
alter table lead_note force row level security;
create policy tenant on lead_note using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- What happened to a lead and who did it.
create table lead_history (
  id uuid primary key,
  organization_id uuid not null,
  lead_id uuid not null,
  account_id uuid references account on delete set null,
  kind text not null,
  summary text not null,
  at timestamptz not null,
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade
);
create index lead_history_list on lead_history (organization_id, lead_id, at desc, id desc);
create index lead_history_account on lead_history (account_id);
alter table lead_history enable row level security;
alter table lead_history force row level security;
create policy tenant on lead_history using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Whose a view is matters only while it is not shared: the team's outlive who saved them.
create table saved_view (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid references account on delete set null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index saved_view_list on saved_view (organization_id, project_id, lower(name), id);
create index saved_view_account on saved_view (account_id);
create unique index saved_view_own on saved_view (organization_id, project_id, account_id, lower(name)) where not is_shared;
create unique index saved_view_team on saved_view (organization_id, project_id, lower(name)) where is_shared;
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- What somebody said of a lead and a signal: that it matches, or that it does not. `former` is the match that this took
-- away, as it was, so that it can come back.
create table lead_correction (
  organization_id uuid not null,
  lead_id uuid not null,
  intent_signal_id uuid not null,
  is_match boolean not null,
  former jsonb,
  account_id uuid references account on delete set null,
  corrected_at timestamptz not null,
  primary key (lead_id, intent_signal_id),
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade
);
create index lead_correction_signal on lead_correction (organization_id, intent_signal_id);
create index lead_correction_account on lead_correction (account_id);
alter table lead_correction enable row level security;
alter table lead_correction force row level security;
create policy tenant on lead_correction using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A project's leads that somebody judged, of which its signals' quality is measured.
create index lead_feedback on lead (organization_id, project_id, id) where feedback is not null;
-- Other leads of a project by the same author.
create index lead_author on lead (organization_id, project_id, platform, author_name, posted_at desc, id desc) where not deleted and author_name is not null;

-- How drafts are to be written: tone, language, rules, samples, signature.
alter table project add column writing jsonb not null
  default '{"tone": "", "language": "", "rules": "", "samples": [], "signature": ""}';

-- A bulk change may take back values that differed from lead to lead: `formers` gives each lead's own, in the order of `lead_ids`.
alter table undo drop constraint undo_field_check;
alter table undo add check (field in ('read', 'deleted', 'status'));
alter table undo alter column former drop not null;
alter table undo add column formers uuid[];

-- The statuses that a new project begins with, for every project that is there. Whoever owns the tables must see all of them.
alter table project no force row level security;
alter table lead_status no force row level security;
insert into lead_status (id, organization_id, project_id, kind, name, color, position, created_at)
select gen_random_uuid(), project.organization_id, project.id, preset.kind, preset.name, preset.color, preset.position,
  project.created_at
from project cross join (values
  ('lead', 'To answer', 'amber', 0), ('lead', 'Answered', 'blue', 1), ('lead', 'Talking', 'violet', 2),
  ('lead', 'Won', 'green', 3), ('lead', 'Not a fit', 'grey', 4),
  ('prospect', 'To contact', 'amber', 0), ('prospect', 'Contacted', 'blue', 1), ('prospect', 'Talking', 'violet', 2),
  ('prospect', 'Customer', 'green', 3), ('prospect', 'Not a fit', 'grey', 4)
) as preset (kind, name, color, position);
alter table lead_status force row level security;
alter table project force row level security;

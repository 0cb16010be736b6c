-- Posts that the built-in model was not sure of and a large one was to read too. What either said is kept side by side, to
-- learn from; words of the post are not.
create table second_opinion (
  organization_id uuid not null,
  project_id uuid not null,
  intent_signal_id uuid not null,
  post_id uuid not null references post on delete cascade,
  -- A verdict belongs to one wording of the signal, and so does this.
  revision integer not null,
  -- Whose budget it is paid from; null where monitoring's is.
  search_id uuid,
  local_score smallint not null,
  local_kept boolean not null,
  local_model text not null,
  -- Provider and model, as `openai/gpt-5-mini`.
  model text not null,
  -- What it said, and what came of both; null until it has said something.
  model_score smallint,
  score smallint,
  state text not null check (state in ('given', 'waiting', 'missing')),
  -- Why the last try came to nothing.
  failed_as text,
  tries smallint not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  first_asked_at timestamptz(3) not null,
  asked_at timestamptz(3) not null,
  next_try_at timestamptz(3),
  primary key (intent_signal_id, post_id, revision),
  check ((state = 'given') = (score is not null) and (state = 'waiting') = (next_try_at is not null)),
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, search_id) references search (organization_id, id)
    on delete set null (search_id) on update cascade,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index second_opinion_due on second_opinion (organization_id, next_try_at, post_id) where state = 'waiting';
create index second_opinion_post on second_opinion (post_id);
create index second_opinion_project on second_opinion (organization_id, project_id);
create index second_opinion_search on second_opinion (organization_id, search_id) where search_id is not null;
alter table second_opinion enable row level security;
alter table second_opinion force row level security;
create policy tenant on second_opinion using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy retention_read on second_opinion for select using (app_scope() = 'retention');
create policy retention on second_opinion for delete using (app_scope() = 'retention');

-- What each post costs on top that a large model reads too, as it was when the search began and when the batch was held.
alter table search add column model_price bigint not null default 0;
alter table signal_monitor add column batch_model_price bigint;

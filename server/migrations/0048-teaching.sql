-- Once a large model has read three hundred of a signal's posts, what it taught decides about those that it would have been asked
-- about. `taught`: it decided so and the model was not asked. `taught_kept` says how, and stays when the model is asked too, by a
-- weekly check, since `drawn_at`.
alter table second_opinion drop constraint second_opinion_state_check;
alter table second_opinion drop constraint second_opinion_check;
alter table second_opinion
  add column taught_kept boolean,
  add column drawn_at timestamptz(3),
  add constraint second_opinion_state_check check (state in ('given', 'waiting', 'missing', 'taught')),
  add constraint second_opinion_check check (
    (state in ('given', 'taught') or taught_kept is not null) = (score is not null)
    and (state = 'waiting') = (next_try_at is not null)
    and (state <> 'taught' or taught_kept is not null) and (drawn_at is null or taught_kept is not null));
create index second_opinion_signal on second_opinion (intent_signal_id, revision, state, asked_at);
create index second_opinion_drawn on second_opinion (intent_signal_id, drawn_at) where drawn_at is not null;

-- What a large model has taught about one wording of a signal. Where there is no row it is asked for the first time.
create table signal_teaching (
  organization_id uuid not null,
  intent_signal_id uuid primary key,
  revision integer not null,
  model text not null,
  -- What it said before this does not count any more.
  since timestamptz(3) not null,
  -- How many posts it had read then, and on how many of them what it taught, without having seen them, agrees with it.
  learned_from integer not null,
  counted integer not null,
  agreed integer not null,
  -- How many features of the judge count, their means and deviations, the bias, then a weight for each number of a post's vector and
  -- for each feature, as doubles; null while it is asked.
  weights bytea,
  vector_model text not null,
  judge_model text not null,
  taught_at timestamptz(3) not null,
  -- When a check was last drawn.
  checked_at timestamptz(3),
  foreign key (organization_id, intent_signal_id) references intent_signal (organization_id, id) on delete cascade on update cascade
);
create index signal_teaching_check on signal_teaching (intent_signal_id) where weights is not null;
alter table signal_teaching enable row level security;
alter table signal_teaching force row level security;
create policy tenant on signal_teaching using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler_read on signal_teaching for select using (app_scope() = 'scheduler');

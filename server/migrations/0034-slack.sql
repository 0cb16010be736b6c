-- A project is connected with a Slack workspace: its new leads go to channels there, and what is pressed on them comes back.

create table slack_connection (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null unique,
  team_id text not null,
  team_name text not null,
  scopes text[] not null,
  -- Sealed for this connection: the same bytes in another row do not open.
  token bytea not null,
  default_channel_id text,
  default_channel_name text,
  -- In Slack's words, why nothing can be sent any more.
  problem text,
  problem_since timestamptz,
  connected_by uuid references account on delete set null,
  connected_at timestamptz not null,
  unique (organization_id, id),
  check ((default_channel_id is null) = (default_channel_name is null)),
  check ((problem is null) = (problem_since is null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index slack_connection_team on slack_connection (team_id, id);
create index slack_connection_creator on slack_connection (connected_by);
create index slack_connection_project on slack_connection (organization_id, project_id);
alter table slack_connection enable row level security;
alter table slack_connection force row level security;
create policy tenant on slack_connection using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
-- What Slack tells of a workspace concerns every project that is connected with it.
create policy incoming on slack_connection for select using (app_scope() = 'slack');
create policy incoming_problem on slack_connection for update using (app_scope() = 'slack') with check (app_scope() = 'slack');

-- A token that is to be revoked. However a connection goes, with its project or alone, its token is put down here. A workspace
-- has one token for the whole installation, so it is revoked with the last connection alone.
create table slack_revocation (
  id uuid primary key,
  team_id text not null,
  token bytea not null,
  put_down_at timestamptz not null
);
create index slack_revocation_age on slack_revocation (put_down_at, id);
alter table slack_revocation enable row level security;
alter table slack_revocation force row level security;
create policy put_down on slack_revocation for insert with check (true);
create policy incoming on slack_revocation using (app_scope() = 'slack') with check (app_scope() = 'slack');

create function put_down_slack_token() returns trigger language plpgsql as $$
begin
  insert into slack_revocation (id, team_id, token, put_down_at) values (old.id, old.team_id, old.token, now());
  return null;
end $$;
create trigger put_down_token after delete on slack_connection for each row execute function put_down_slack_token();

-- A journey to Slack that has not come back yet: whose it is, and for which project. It ends once.
create table slack_journey (
  state_hash bytea primary key,
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index slack_journey_project on slack_journey (organization_id, project_id);
create index slack_journey_account on slack_journey (account_id);
create index slack_journey_age on slack_journey (expires_at);
alter table slack_journey enable row level security;
alter table slack_journey force row level security;
create policy tenant on slack_journey using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on slack_journey for select using (app_scope() = 'scheduler');
create policy forget on slack_journey for delete using (app_scope() = 'scheduler');

-- Which leads a channel is told of.
create table slack_channel_config (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  channel_id text not null,
  channel_name text not null,
  new_leads boolean not null,
  signal_ids uuid[] not null,
  minimum_score integer check (minimum_score between 0 and 100),
  status_ids uuid[] not null,
  created_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, connection_id) references slack_connection (organization_id, id) on delete cascade on update cascade
);
create index slack_channel_config_listed on slack_channel_config (organization_id, project_id, created_at, id);
create index slack_channel_config_connection on slack_channel_config (organization_id, connection_id);
alter table slack_channel_config enable row level security;
alter table slack_channel_config force row level security;
create policy tenant on slack_channel_config using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- How sending to a channel goes.
create table slack_channel (
  organization_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  channel_id text not null,
  problem text,
  problem_since timestamptz,
  resting_until timestamptz,
  last_posted_at timestamptz,
  primary key (organization_id, connection_id, channel_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, connection_id) references slack_connection (organization_id, id) on delete cascade on update cascade
);
create index slack_channel_project on slack_channel (organization_id, project_id);
alter table slack_channel enable row level security;
alter table slack_channel force row level security;
create policy tenant on slack_channel using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- A lead as a channel is told of it: one message, changed when the lead changes. `next_try_at` stands while there is something
-- to send; `changes` counts what has happened to the lead, so that what happens while one is sent is sent as well.
create table slack_message (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  channel_id text not null,
  lead_id uuid not null,
  state text not null check (state in ('waiting', 'posted', 'failed')),
  ts text,
  changes integer not null default 0,
  tries integer not null default 0,
  next_try_at timestamptz(3),
  error text,
  created_at timestamptz(3) not null,
  unique (organization_id, id),
  unique (organization_id, connection_id, channel_id, lead_id),
  check (state <> 'waiting' or next_try_at is not null),
  check (state <> 'posted' or ts is not null),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, connection_id) references slack_connection (organization_id, id) on delete cascade on update cascade
);
create index slack_message_due on slack_message (next_try_at) where next_try_at is not null;
create index slack_message_lead on slack_message (organization_id, lead_id);
create index slack_message_project on slack_message (organization_id, project_id);
create index slack_message_age on slack_message (created_at);
alter table slack_message enable row level security;
alter table slack_message force row level security;
create policy tenant on slack_message using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy incoming on slack_message for select using (app_scope() = 'slack');
create policy scheduler on slack_message for select using (app_scope() = 'scheduler');
create policy forget on slack_message for delete using (app_scope() = 'scheduler');

-- What was pressed in Slack and has been done, so that hearing of it twice does it once.
create table slack_press (
  key bytea primary key,
  organization_id uuid not null,
  project_id uuid not null,
  at timestamptz not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index slack_press_project on slack_press (organization_id, project_id);
create index slack_press_age on slack_press (at);
alter table slack_press enable row level security;
alter table slack_press force row level security;
create policy tenant on slack_press using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on slack_press for select using (app_scope() = 'scheduler');
create policy forget on slack_press for delete using (app_scope() = 'scheduler');

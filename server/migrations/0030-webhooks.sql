-- What happens in a project is told outside it: a reader follows the project's events, and what they say is put down as
-- messages to be delivered, in the transaction that moves the reader on.

create table outbox_reader (
  organization_id uuid not null,
  project_id uuid primary key,
  -- The last event that has been read.
  read_to bigint not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
alter table outbox_reader enable row level security;
alter table outbox_reader force row level security;
create policy tenant on outbox_reader using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on outbox_reader for select using (app_scope() = 'scheduler');
create policy scheduler on event for select using (app_scope() = 'scheduler');

create table webhook (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  url text not null,
  name text not null,
  events text[] not null,
  signal_ids uuid[] not null,
  minimum_score integer check (minimum_score between 0 and 100),
  is_on boolean not null default true,
  off_because text,
  -- Sealed for this webhook: the same bytes in another row do not open.
  secret bytea not null,
  secret_hint text not null,
  old_secret bytea,
  old_secret_until timestamptz,
  last_delivered_at timestamptz,
  failing_since timestamptz,
  -- Until when the receiver has asked to be left alone.
  resting_until timestamptz,
  created_by uuid references account on delete set null,
  created_at timestamptz not null,
  unique (organization_id, id),
  check ((old_secret is null) = (old_secret_until is null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index webhook_project on webhook (organization_id, project_id, created_at, id);
create index webhook_creator on webhook (created_by);
alter table webhook enable row level security;
alter table webhook force row level security;
create policy tenant on webhook using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- One thing that happened, told alike to every webhook that wants it. `body` is composed at the first try and the same ever
-- after. `lead_id` names the lead whose words the body holds.
create table webhook_message (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  event text not null,
  happened jsonb not null,
  happened_at timestamptz not null,
  lead_id uuid,
  body text,
  is_erased boolean not null default false,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index webhook_message_lead on webhook_message (organization_id, lead_id) where lead_id is not null;
create index webhook_message_project on webhook_message (organization_id, project_id);
alter table webhook_message enable row level security;
alter table webhook_message force row level security;
create policy tenant on webhook_message using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on webhook_message for select using (app_scope() = 'scheduler');
create policy forget on webhook_message for delete using (app_scope() = 'scheduler');

create table webhook_delivery (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (organization_id, id),
  check ((state = 'waiting') = (next_try_at is not null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, webhook_id) references webhook (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, message_id) references webhook_message (organization_id, id) on delete cascade on update cascade
);
create index webhook_delivery_listed on webhook_delivery (organization_id, webhook_id, created_at desc, id desc);
create index webhook_delivery_due on webhook_delivery (next_try_at) where state = 'waiting';
create index webhook_delivery_waiting on webhook_delivery (organization_id, webhook_id, next_try_at) where state = 'waiting';
create index webhook_delivery_message on webhook_delivery (organization_id, message_id);
create index webhook_delivery_project on webhook_delivery (organization_id, project_id);
create index webhook_delivery_age on webhook_delivery (created_at);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on webhook_delivery for select using (app_scope() = 'scheduler');
create policy forget on webhook_delivery for delete using (app_scope() = 'scheduler');

create table webhook_try (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  delivery_id uuid not null,
  tried_at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer text,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, delivery_id) references webhook_delivery (organization_id, id) on delete cascade on update cascade
);
create index webhook_try_delivery on webhook_try (organization_id, delivery_id, tried_at desc);
create index webhook_try_project on webhook_try (organization_id, project_id);
alter table webhook_try enable row level security;
alter table webhook_try force row level security;
create policy tenant on webhook_try using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

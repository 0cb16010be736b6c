-- Who is mailed a project's new leads, how often, and what was mailed. A lead waits for somebody's next mail from the moment
-- it is read from the project's events, and belongs to one mail of theirs from then on.

create table notification_setting (
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  frequency text not null check (frequency in ('off', 'at_once', 'hourly', 'daily', 'weekly')),
  minimum_score integer check (minimum_score between 0 and 100),
  signal_ids uuid[] not null,
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null,
  digest_hour integer not null check (digest_hour between 0 and 23),
  digest_weekday integer not null check (digest_weekday between 1 and 7),
  -- Whether nobody has chosen it yet.
  is_default boolean not null,
  -- When what waits is mailed; null while nothing waits.
  next_mail_at timestamptz(3),
  last_mail_at timestamptz(3),
  -- Since when mails have failed without one between them that was taken.
  failing_since timestamptz(3),
  failure text,
  primary key (project_id, account_id),
  check ((quiet_from is null) = (quiet_to is null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index notification_setting_project on notification_setting (organization_id, project_id, account_id);
create index notification_setting_account on notification_setting (account_id);
create index notification_setting_due on notification_setting (next_mail_at) where next_mail_at is not null;
alter table notification_setting enable row level security;
alter table notification_setting force row level security;
create policy tenant on notification_setting using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on notification_setting for select using (app_scope() = 'scheduler');

-- Its id is what the mail's Message-ID is made from, at every try.
create table notification_mail (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  -- `dropped` where there was nothing left to tell, or nobody to tell it.
  state text not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
  tries integer not null default 0,
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (organization_id, id),
  check ((state = 'waiting') = (next_try_at is not null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create unique index notification_mail_open on notification_mail (project_id, account_id) where state = 'waiting';
create index notification_mail_due on notification_mail (next_try_at) where state = 'waiting';
create index notification_mail_project on notification_mail (organization_id, project_id);
create index notification_mail_account on notification_mail (account_id);
create index notification_mail_age on notification_mail (created_at);
alter table notification_mail enable row level security;
alter table notification_mail force row level security;
create policy tenant on notification_mail using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on notification_mail for select using (app_scope() = 'scheduler');
create policy forget on notification_mail for delete using (app_scope() = 'scheduler');

create table notification_lead (
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  lead_id uuid not null,
  -- The one mail that tells of it; null while it waits for the next.
  mail_id uuid,
  primary key (account_id, lead_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, mail_id) references notification_mail (organization_id, id) on delete cascade on update cascade
);
create index notification_lead_waiting on notification_lead (organization_id, project_id, account_id) where mail_id is null;
create index notification_lead_project on notification_lead (organization_id, project_id);
create index notification_lead_lead on notification_lead (organization_id, lead_id);
create index notification_lead_mail on notification_lead (organization_id, mail_id) where mail_id is not null;
alter table notification_lead enable row level security;
alter table notification_lead force row level security;
create policy tenant on notification_lead using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy forget on notification_lead for delete using (app_scope() = 'scheduler');

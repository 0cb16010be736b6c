create function app_invite_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.invite_id', true), '')::uuid $$;

-- An invite that waits for an answer. Once accepted, turned down or taken back it is no more, and its links with it.
create table invite (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('ADMIN', 'MEMBER', 'GUEST')),
  -- Not kept by a foreign key: a project may be deleted or transferred before the invite is answered.
  project_ids uuid[] not null,
  invited_by uuid references account on delete set null,
  version integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (organization_id, email)
);
create index invite_list on invite (organization_id, created_at, id);
create index invite_email on invite (email, created_at, id);
create index invite_sender on invite (invited_by);
alter table invite enable row level security;
alter table invite force row level security;
create policy tenant on invite using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
-- Whoever is invited is in another organization or none: they see what waits for their address, once it is proved theirs.
create policy addressed on invite for select using (
  app_scope() = 'account'
  and email = (select lower(account.email) from account where account.id = app_user_id() and account.is_verified)
);
create policy held on invite for select using (app_scope() = 'invite' and id = app_invite_id());
-- Of who deletes their account no address is kept, wherever they were invited by it.
create policy departing on invite for select using (
  app_scope() = 'departure' and email = (select lower(account.email) from account where account.id = app_user_id())
);
create policy departing_delete on invite for delete using (
  app_scope() = 'departure' and email = (select lower(account.email) from account where account.id = app_user_id())
);
-- An invite names its organization; the invites seen here are those that the two policies above let through.
create policy invited on organization for select using (
  app_scope() in ('account', 'invite') and id in (select invite.organization_id from invite)
);

-- A row for each mail sent within the last day, so that an organization cannot be used to flood others with mail.
create table invite_mail (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  created_at timestamptz not null
);
create index invite_mail_time on invite_mail (organization_id, created_at);
alter table invite_mail enable row level security;
alter table invite_mail force row level security;
create policy tenant on invite_mail using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create index membership_list on membership (organization_id, joined_at, account_id);
drop index membership_organization;

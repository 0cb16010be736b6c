-- The one project that a transfer moves; see transferScope.
create function app_project_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.project_id', true), '')::uuid $$;

-- Whatever lies in a project names the project's organization too. Where the project changes hands, the references carry
-- the new organization to every row. Tables of later migrations must say `on update cascade` themselves; a test looks.
do $$
declare reference record;
begin
  for reference in
    select conname, conrelid::regclass as owner, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and cardinality(conkey) > 1 and confupdtype <> 'c' and connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade',
      reference.owner, reference.conname, reference.conname, reference.definition);
  end loop;
end $$;

-- A transfer belongs to the organization that receives. Of the other it sees this project alone and whether it is being
-- searched, and all it may do to the project is to make it its own.
create policy moving_read on project for select using (app_scope() = 'transfer' and id = app_project_id());
create policy moving on project for update using (app_scope() = 'transfer' and id = app_project_id())
  with check (app_scope() = 'transfer' and id = app_project_id() and organization_id = app_organization_id());
create policy moving_read on search for select using (app_scope() = 'transfer' and project_id = app_project_id());

-- A project offered to whoever holds an address. The names are those of the moment, so that the addressee, who sees
-- nothing else of the organization, can be told what is offered by whom.
create table project_transfer (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  project_name text not null,
  organization_name text not null,
  email text not null check (email = lower(email)),
  requested_by uuid references account on delete set null,
  state text not null check (state in ('pending', 'accepted', 'rejected', 'cancelled')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create unique index project_transfer_pending on project_transfer (project_id) where state = 'pending';
create index project_transfer_project on project_transfer (organization_id, project_id);
create index project_transfer_time on project_transfer (organization_id, created_at);
create index project_transfer_addressee on project_transfer (email, created_at desc, id desc) where state = 'pending';
create index project_transfer_requester on project_transfer (requested_by);
alter table project_transfer enable row level security;
alter table project_transfer force row level security;
create policy tenant on project_transfer using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
-- The addressee is in another organization or none: they see what waits for their address, once it is proved theirs.
create policy addressed on project_transfer for select using (
  app_scope() = 'account' and state = 'pending'
  and email = (select lower(account.email) from account where account.id = app_user_id() and account.is_verified)
);
-- Of who deletes their account no address is kept, whoever offered them something by it.
create policy departing on project_transfer for select using (
  app_scope() = 'departure' and email = (select lower(account.email) from account where account.id = app_user_id())
);
create policy departing_delete on project_transfer for delete using (
  app_scope() = 'departure' and email = (select lower(account.email) from account where account.id = app_user_id())
);

-- What all guests together may spend in a project in a calendar month; no row, no limit.
create table guest_cap (
  project_id uuid primary key,
  organization_id uuid not null,
  monthly_cap bigint not null check (monthly_cap >= 0),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
alter table guest_cap enable row level security;
alter table guest_cap force row level security;
create policy tenant on guest_cap using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- The role in which somebody spent, since roles change and what was spent does not.
alter table credit_entry add column role text check (role in ('SUPER_ADMIN', 'ADMIN', 'MEMBER', 'GUEST'));
create index credit_entry_guest on credit_entry (organization_id, project_id, created_at) include (kind, amount, account_id)
  where role = 'GUEST';

-- What is left of the ledger of an organization that was deleted: sums, so that those of the installation still add up,
-- and nothing that says whose they were. It belongs to the installation.
create table closed_account (
  id uuid primary key,
  closed_on date not null,
  granted bigint not null,
  charged bigint not null,
  forfeited bigint not null,
  check (granted = charged + forfeited)
);

alter table feedback add foreign key (organization_id) references organization on delete cascade;
create index feedback_organization on feedback (organization_id);

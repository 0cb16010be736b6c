-- Personal keys: somebody's own way to let programs act as them in their organization. A key goes with its user's membership.
alter table membership add constraint membership_of_organization unique (organization_id, account_id);

create table api_key (
  id uuid primary key,
  organization_id uuid not null,
  account_id uuid not null,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'manage')),
  -- Null reaches whatever its user reaches. Projects that are gone stay named, so that a key limited to them never reaches more.
  project_ids uuid[],
  -- SHA-256 of the key, which stands nowhere itself.
  hash bytea not null,
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- Calls are counted in windows that begin with the first call after the last one's end.
  window_began_at timestamptz(3) not null,
  window_calls integer not null default 0,
  foreign key (organization_id, account_id) references membership (organization_id, account_id)
    on delete cascade on update cascade
);
create unique index api_key_hash on api_key (hash);
create index api_key_listed on api_key (organization_id, account_id, created_at desc, id desc);
create index api_key_account on api_key (account_id);
alter table api_key enable row level security;
alter table api_key force row level security;
create policy tenant on api_key using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
-- Whoever holds a key is told by it alone who they are; the call is counted by the same statement.
create policy holder on api_key for select using (app_scope() = 'key');
create policy holder_counts on api_key for update using (app_scope() = 'key') with check (app_scope() = 'key');
create policy holder on membership for select using (app_scope() = 'key');
-- Signing out everywhere, or a new password by a mailed link, ends one's keys with the sessions.
create policy own on api_key for select using (app_scope() = 'account' and account_id = app_user_id());
create policy own_end on api_key for delete using (app_scope() = 'account' and account_id = app_user_id());

-- What a call that spends credits was asked with, and what came of it, so that asking again with the same key spends nothing.
create table idempotent_call (
  organization_id uuid not null,
  project_id uuid not null,
  account_id uuid not null references account on delete cascade,
  key text not null,
  -- SHA-256 of the call, its path and its body.
  fingerprint bytea not null,
  -- Null while the call is under way.
  outcome jsonb,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, account_id, key),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index idempotent_call_project on idempotent_call (organization_id, project_id);
create index idempotent_call_account on idempotent_call (account_id);
create index idempotent_call_expires on idempotent_call (expires_at);
alter table idempotent_call enable row level security;
alter table idempotent_call force row level security;
create policy tenant on idempotent_call using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy prune on idempotent_call for delete using (app_scope() = 'scheduler');
create policy prune_read on idempotent_call for select using (app_scope() = 'scheduler');

-- Amounts are whole thousandths of a credit. `balance` is the maintained sum of the organization's entries.
create table credit_account (
  organization_id uuid primary key references organization on delete cascade,
  balance bigint not null default 0,
  granted_month text
);
alter table credit_account enable row level security;
alter table credit_account force row level security;
create policy tenant on credit_account using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Append-only. `key` names the effect, once per organization, so that a retry writes nothing.
create table credit_entry (
  id uuid primary key,
  organization_id uuid not null references organization on delete cascade,
  kind text not null check (kind in ('grant', 'hold', 'release', 'charge')),
  amount bigint not null,
  balance_after bigint not null,
  key text not null,
  hold_key text,
  what text not null,
  project_id uuid,
  account_id uuid,
  created_at timestamptz not null,
  unique (organization_id, key)
);
create index credit_entry_list on credit_entry (organization_id, created_at desc, id desc);
create index credit_entry_hold on credit_entry (organization_id, hold_key) where hold_key is not null;
alter table credit_entry enable row level security;
alter table credit_entry force row level security;
create policy tenant_read on credit_entry for select using (organization_id = app_organization_id());
create policy tenant_append on credit_entry for insert with check (organization_id = app_organization_id());

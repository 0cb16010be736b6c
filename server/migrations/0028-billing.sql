-- What is held now, what of the balance goes with its period and when, what a period brings, and which of the two marks of
-- little credit the organization stands below.
alter table credit_account
  add column held bigint not null default 0,
  add column expiring bigint not null default 0,
  add column expires_at timestamptz(3),
  add column allowance bigint,
  add column level text not null default 'fine' check (level in ('fine', 'low', 'empty'));
-- What an entry is about, and how much of it was of the credits that go with their period.
alter table credit_entry
  add column work text check (work in ('search', 'monitoring', 'draft', 'column')),
  add column signal_id uuid,
  add column expiring bigint not null default 0,
  add column expires_at timestamptz(3),
  drop constraint credit_entry_kind_check,
  add constraint credit_entry_kind_check check (kind in ('grant', 'hold', 'release', 'charge', 'refund', 'expiry'));

-- Nobody's scope sees every organization's rows, so the owner steps out from under the policies while it fills the column.
alter table credit_account no force row level security;
alter table credit_entry no force row level security;
update credit_account set held = open.held from (
  select organization_id, -sum(amount) as held from credit_entry where kind in ('hold', 'release') group by organization_id
) open where open.organization_id = credit_account.organization_id;
alter table credit_account force row level security;
alter table credit_entry force row level security;

alter table credit_account
  add check (balance >= 0), add check (held >= 0), add check (expiring between 0 and balance);

create index credit_entry_of_project on credit_entry (organization_id, project_id, created_at desc, id desc);
create index credit_entry_of_kind on credit_entry (organization_id, kind, created_at desc, id desc);
create index credit_entry_of_account on credit_entry (organization_id, account_id, created_at desc, id desc);
create index credit_entry_of_signal on credit_entry (organization_id, signal_id, created_at desc, id desc) where signal_id is not null;
-- What is summed for a chart, read off the index alone.
create index credit_entry_usage on credit_entry (organization_id, created_at)
  include (amount, work, project_id, signal_id) where kind in ('charge', 'refund');

-- Where plans are bought: whom the payment provider knows the organization as, and what it last said of its subscription.
-- `asked` counts the looks at the provider's state, and `applied` is the latest of them that was written down: an older look
-- that comes late changes nothing.
create table billing_account (
  organization_id uuid primary key references organization on delete cascade,
  customer_id text unique,
  asked bigint not null default 0,
  applied bigint not null default 0,
  subscription jsonb,
  read_at timestamptz(3)
);
alter table billing_account enable row level security;
alter table billing_account force row level security;
create policy tenant on billing_account using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy billing_read on billing_account for select using (app_scope() = 'billing');

-- What the payment provider has told us, each once, by its own ids. Belongs to the installation.
create table billing_event (
  id text primary key,
  type text not null,
  received_at timestamptz(3) not null
);
create index billing_event_age on billing_event (received_at);

-- A call about the organization's plan is in no project.
alter table idempotent_call
  alter column project_id drop not null,
  add foreign key (organization_id) references organization on delete cascade;

-- A super admin names a project to put its organization on a plan of its own.
create policy operator_listing on project for select using (app_scope() = 'operator');

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

create index credit_entry_of_project on credit_entry (organization_id, project_id, created_at desc, id desc) where project_id is not null;
create index credit_entry_of_account on credit_entry (organization_id, account_id, created_at desc, id desc) where account_id is not null;
create index credit_entry_of_signal on credit_entry (organization_id, signal_id, created_at desc, id desc) where signal_id is not null;
-- What is summed for a chart, read off the index alone.
create index credit_entry_usage on credit_entry (organization_id, created_at)
  include (amount, work, project_id, signal_id) where kind in ('charge', 'refund');

-- Locks the account and answers it with a hold and all that came of it. With `must_be_held` an account without that hold is
-- neither locked nor answered. A function for the same reason as the next.
create function look_at_ledger(organization uuid, wanted text, must_be_held boolean) returns jsonb language plpgsql as $$
declare
  found_account credit_account;
  found_entries jsonb;
begin
  if must_be_held then
    perform from credit_entry where organization_id = organization and key = wanted;
    if not found then return null; end if;
  end if;
  select * into strict found_account from credit_account where organization_id = organization for update;
  -- After the lock, and so with all that whoever had it before has written.
  select coalesce(jsonb_agg(to_jsonb(entry)), '[]') into found_entries
    from credit_entry entry where organization_id = organization and hold_key = wanted;
  return jsonb_build_object('account', to_jsonb(found_account), 'entries', found_entries);
end $$;
-- Appends entries and leaves their account as stated, which must be locked. A function, so that its statements are planned once a
-- connection: every work that is paid for comes here twice. Row-level security binds it as it binds whoever calls it.
create function append_to_ledger(account jsonb, entries jsonb) returns void language plpgsql as $$
begin
  update credit_account set
    balance = (account ->> 'balance')::bigint, held = (account ->> 'held')::bigint,
    expiring = (account ->> 'expiring')::bigint, expires_at = (account ->> 'expires_at')::timestamptz,
    granted_month = account ->> 'granted_month', allowance = (account ->> 'allowance')::bigint, level = account ->> 'level'
  where organization_id = (account ->> 'organization_id')::uuid;
  insert into credit_entry (id, organization_id, kind, amount, balance_after, key, hold_key, what, work, project_id, signal_id,
    account_id, role, expiring, expires_at, created_at)
  select id, (account ->> 'organization_id')::uuid, kind, amount, balance_after, key, hold_key, what, work, project_id, signal_id,
    account_id, role, expiring, expires_at, created_at
  from jsonb_to_recordset(entries) as entry (id uuid, kind text, amount bigint, balance_after bigint, key text, hold_key text,
    what text, work text, project_id uuid, signal_id uuid, account_id uuid, role text, expiring bigint, expires_at timestamptz,
    created_at timestamptz);
end $$;

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

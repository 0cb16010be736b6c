-- How people sign in besides a password. As accounts and sessions do, these belong to a person and to no organization.
create table google_identity (
  subject text primary key,
  account_id uuid not null unique references account on delete cascade,
  email text not null,
  given_name text,
  family_name text,
  picture text,
  linked_at timestamptz not null
);

-- `last_step` is the newest step of 30 seconds whose code was taken: its code and older ones are refused from then on.
create table second_factor (
  account_id uuid primary key references account on delete cascade,
  secret bytea not null,
  last_step bigint not null default 0,
  started_at timestamptz not null,
  confirmed_at timestamptz
);

create table recovery_code (
  account_id uuid not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A super admin's look at the product as another user. It ends with the role that allowed it, whoever takes that away.
alter table session add column if not exists impersonator_id uuid references account on delete cascade;
create index session_impersonator on session (impersonator_id) where impersonator_id is not null;

create function end_impersonations() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.role <> 'SUPER_ADMIN' then
    update session set ended_at = now() where impersonator_id = old.account_id and ended_at is null;
  end if;
  return null;
end $$;
create trigger end_impersonations after update of role or delete on membership
  for each row when (old.role = 'SUPER_ADMIN') execute function end_impersonations();

-- What the operator's command lists, over all organizations.
create policy operator_listing on membership for select using (app_scope() = 'operator');
create policy operator_listing on credit_account for select using (app_scope() = 'operator');
create index account_list on account (created_at desc, id desc);
create index organization_list on organization (created_at desc, id desc);

-- Every change that a request or the operator made, written in the transaction of the change. It tells by ids alone, so
-- that it can outlive the people it tells of; what is personal stands in audit_origin.
create table audit_entry (
  id uuid primary key,
  -- Null where an account changed and no organization did, or where the change deleted the organization itself.
  organization_id uuid references organization on delete cascade,
  -- Milliseconds, as the wire and the cursors have them.
  at timestamptz(3) not null,
  actor_id uuid,
  impersonator_id uuid,
  action text not null,
  target jsonb not null,
  request_id text
);
create index audit_entry_list on audit_entry (organization_id, at desc, id desc);
create index audit_entry_of_actor on audit_entry (organization_id, actor_id, at desc, id desc);
create index audit_entry_of_action on audit_entry (organization_id, action, at desc, id desc);
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy tenant_read on audit_entry for select using (organization_id = app_organization_id());
create policy append on audit_entry for insert
  with check (
    organization_id is null or organization_id = app_organization_id() or app_scope() = 'operator'
    -- What a super admin changes of somebody's account, looking at the product as them.
    or app_scope() = 'account'
      and organization_id = (select m.organization_id from membership m where m.account_id = app_user_id())
  );
-- A backup holds the entries of no organization too.
create policy operator_read on audit_entry for select using (organization_id is null and app_scope() = 'operator');

-- From where an entry's change came. It goes with the account of whoever made the change.
create table audit_origin (
  entry_id uuid primary key references audit_entry on delete cascade,
  organization_id uuid,
  account_id uuid references account on delete cascade,
  client_address text not null,
  user_agent text
);
create index audit_origin_account on audit_origin (account_id);
alter table audit_origin enable row level security;
alter table audit_origin force row level security;
create policy tenant_read on audit_origin for select using (organization_id = app_organization_id());
create policy append on audit_origin for insert
  with check (
    organization_id is null or organization_id = app_organization_id() or app_scope() = 'operator'
    -- What a super admin changes of somebody's account, looking at the product as them.
    or app_scope() = 'account'
      and organization_id = (select m.organization_id from membership m where m.account_id = app_user_id())
  );
create policy operator_read on audit_origin for select using (organization_id is null and app_scope() = 'operator');

-- A foreign key's cascade runs inside a trigger; every other change is somebody's own.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on audit_entry
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger append_only before update or delete on audit_origin
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- One call at the end of a transaction, a function so that its statements are planned once a connection. False where the
-- transaction has written nothing. The entry is of the organization whose scope the transaction is in; where the
-- transaction deleted that organization, of none, and its target names it.
-- What a super admin does to an account in its person's stead is their organization's. A request that got here twice
-- keeps one entry.
create function append_change(
  change_id uuid, changed_at timestamptz, actor uuid, impersonator uuid, change_action text,
  change_target jsonb, request text, address text, agent text
) returns boolean language plpgsql as $$
declare
  scope_organization uuid := app_organization_id();
  owner_organization uuid;
  person uuid := coalesce(impersonator, actor);
begin
  if pg_current_xact_id_if_assigned() is null then
    return false;
  end if;
  select id into owner_organization from organization where id = scope_organization;
  if scope_organization is null and impersonator is not null then
    select membership.organization_id into owner_organization from membership where account_id = actor;
  end if;
  if owner_organization is null and scope_organization is not null then
    change_target := change_target || jsonb_build_object('organization_id', scope_organization);
  end if;
  insert into audit_entry (id, organization_id, at, actor_id, impersonator_id, action, target, request_id)
    values (change_id, owner_organization, changed_at, actor, impersonator, change_action, change_target, request)
    on conflict do nothing;
  -- Of an account that this very transaction deleted, nothing is kept but its id.
  if person is null or exists (select from account where id = person) then
    insert into audit_origin (entry_id, organization_id, account_id, client_address, user_agent)
      values (change_id, owner_organization, person, address, agent) on conflict do nothing;
  end if;
  return true;
end $$;

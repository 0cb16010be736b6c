-- What companies' own websites say of them, and which people may belong to which company.

-- The words by which a value was told, where it was not read as it stands.
alter table company_fact add column why text;

-- When a company's website was looked at, how that went, and which accounts it names. Of accounts it keeps hashes alone: they may be
-- of people who are nobody's lead.
create table company_site (
  company_id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  domain text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'gone', 'refused', 'elsewhere', 'failed', 'closed')),
  looked_at timestamptz(3),
  -- Null where it is not looked at again by itself.
  next_at timestamptz(3),
  error text,
  failures integer not null default 0,
  -- `{hash, as}`: as `own`, `founder` or `employee`.
  accounts jsonb not null default '[]',
  foreign key (organization_id, company_id) references company (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index company_site_company on company_site (organization_id, company_id);
create index company_site_project on company_site (organization_id, project_id, looked_at);
create index company_site_domain on company_site (organization_id, domain, looked_at desc);
create index company_site_due on company_site (next_at, company_id) where next_at is not null;
create index company_site_recent on company_site (looked_at) include (organization_id, project_id);
alter table company_site enable row level security;
alter table company no force row level security;
insert into company_site (company_id, organization_id, project_id, domain, next_at)
select id, organization_id, project_id, domain, created_at from company where domain is not null;
alter table company force row level security;
alter table company_site force row level security;
create policy tenant on company_site using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on company_site for select using (app_scope() = 'scheduler');

-- Whatever gives a company its domain, its website is looked at.
create function app_look_at_company() returns trigger language plpgsql as $$
begin
  insert into company_site (company_id, organization_id, project_id, domain, next_at)
  values (new.id, new.organization_id, new.project_id, new.domain, new.created_at)
  on conflict (company_id) do nothing;
  return null;
end $$;
create trigger look_at_new_company after insert on company
  for each row when (new.domain is not null) execute function app_look_at_company();
create trigger look_at_named_company after update of domain on company
  for each row when (new.domain is not null and old.domain is null) execute function app_look_at_company();

-- Which account may be of somebody at which company, and what became of that proposal.
create table company_proposal (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  profile_id uuid not null,
  company_id uuid not null,
  -- In ten-thousandths, so that an order by it has exact places.
  probability integer not null check (probability between 0 and 10000),
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  proposed_at timestamptz(3) not null,
  decided_at timestamptz(3),
  unique (organization_id, id),
  unique (organization_id, project_id, profile_id, company_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, profile_id) references person_profile (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, company_id) references company (organization_id, id) on delete cascade on update cascade
);
create index company_proposal_list on company_proposal (organization_id, project_id, state, probability desc, id desc);
create index company_proposal_profile on company_proposal (organization_id, profile_id);
create index company_proposal_company on company_proposal (organization_id, company_id);
alter table company_proposal enable row level security;
alter table company_proposal force row level security;
create policy tenant on company_proposal using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

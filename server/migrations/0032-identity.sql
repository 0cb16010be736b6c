-- Which accounts may be one person's, what became of those proposals, and how a merge is taken back. What a profile says beside
-- the facts that show is kept with the last look at it.

create table profile_look (
  profile_id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  state text not null default 'never' check (state in ('never', 'waiting', 'done', 'gone', 'failed', 'not_offered')),
  looked_at timestamptz(3),
  -- Null where it is not looked at again by itself.
  next_at timestamptz(3),
  error text,
  failures integer not null default 0,
  links text[] not null default '{}',
  verified_links text[] not null default '{}',
  avatar_hash text,
  foreign key (organization_id, profile_id) references person_profile (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index profile_look_profile on profile_look (organization_id, profile_id);
create index profile_look_project on profile_look (organization_id, project_id, looked_at);
create index profile_look_due on profile_look (next_at, profile_id) where next_at is not null;
alter table profile_look enable row level security;
alter table person_profile no force row level security;
insert into profile_look (profile_id, organization_id, project_id, next_at)
select id, organization_id, project_id, created_at from person_profile;
alter table person_profile force row level security;
alter table profile_look force row level security;
create policy tenant on profile_look using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on profile_look for select using (app_scope() = 'scheduler');

-- Whatever adds an account, it is looked at.
create function app_look_at_profile() returns trigger language plpgsql as $$
begin
  insert into profile_look (profile_id, organization_id, project_id, next_at)
  values (new.id, new.organization_id, new.project_id, new.created_at);
  return null;
end $$;
create trigger look_at_profile after insert on person_profile for each row execute function app_look_at_profile();

create table identity_proposal (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  -- Two accounts, the smaller id first. People are whoever has the accounts by now.
  profile_id uuid not null,
  other_profile_id uuid not null check (profile_id < other_profile_id),
  -- In ten-thousandths, so that an order by it has exact places.
  probability integer not null check (probability between 0 and 10000),
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  proposed_at timestamptz(3) not null,
  decided_at timestamptz(3),
  unique (organization_id, id),
  unique (organization_id, project_id, profile_id, other_profile_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, profile_id) references person_profile (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, other_profile_id) references person_profile (organization_id, id) on delete cascade on update cascade
);
create index identity_proposal_list on identity_proposal (organization_id, project_id, state, probability desc, id desc);
create index identity_proposal_profile on identity_proposal (organization_id, profile_id);
create index identity_proposal_other on identity_proposal (organization_id, other_profile_id);
alter table identity_proposal enable row level security;
alter table identity_proposal force row level security;
create policy tenant on identity_proposal using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- What takes a merge back. Of the person who went only what is not made anew from accounts; no name, no words of theirs.
create table identity_merge (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  -- Who has the accounts now, and who had them right after the merge: another merge may have come on top.
  person_id uuid not null,
  stayed_id uuid not null,
  former_id uuid not null,
  former_created_at timestamptz(3) not null,
  former_last_posted_at timestamptz(3) not null,
  former_status_config_id uuid,
  former_deleted boolean not null,
  -- What the one who stayed had before, and what the merge gave them: what is no longer so was changed since.
  kept_last_posted_at timestamptz(3) not null,
  kept_status_config_id uuid,
  kept_deleted boolean not null,
  set_status_config_id uuid,
  set_deleted boolean not null,
  profile_ids uuid[] not null,
  -- Merges into the one who went, which are now merges into the one who stayed.
  moved_merge_ids uuid[] not null,
  -- The draft of the one who went: put by, or (its time alone) moved to the one who had none.
  former_draft jsonb,
  draft_moved_at timestamptz(3),
  proposal_id uuid,
  merged_at timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, person_id) references person (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, proposal_id) references identity_proposal (organization_id, id)
    on delete set null (proposal_id) on update cascade,
  foreign key (organization_id, former_status_config_id) references lead_status (organization_id, id)
    on delete set null (former_status_config_id) on update cascade,
  foreign key (organization_id, kept_status_config_id) references lead_status (organization_id, id)
    on delete set null (kept_status_config_id) on update cascade,
  foreign key (organization_id, set_status_config_id) references lead_status (organization_id, id)
    on delete set null (set_status_config_id) on update cascade
);
create index identity_merge_project on identity_merge (organization_id, project_id);
create index identity_merge_person on identity_merge (organization_id, person_id, merged_at desc, id desc);
create index identity_merge_proposal on identity_merge (organization_id, proposal_id) where proposal_id is not null;
create index identity_merge_former_status on identity_merge (organization_id, former_status_config_id) where former_status_config_id is not null;
create index identity_merge_kept_status on identity_merge (organization_id, kept_status_config_id) where kept_status_config_id is not null;
create index identity_merge_set_status on identity_merge (organization_id, set_status_config_id) where set_status_config_id is not null;
alter table identity_merge enable row level security;
alter table identity_merge force row level security;
create policy tenant on identity_merge using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

-- Accounts that were erased for good, told by a keyed hash alone, so that they are not collected again.
create table erased_author (
  organization_id uuid not null references organization on delete cascade on update cascade,
  author bytea not null,
  erased_at timestamptz(3) not null,
  primary key (organization_id, author)
);
alter table erased_author enable row level security;
alter table erased_author force row level security;
create policy tenant on erased_author using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

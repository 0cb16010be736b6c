-- Addresses to which other tools send what they find, and what has arrived there and waits to be judged.
create table receiving_address (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  name text not null,
  -- SHA-256 of the token in the address, which stands nowhere itself.
  hash bytea not null,
  hint text not null,
  created_by uuid references account on delete set null,
  created_at timestamptz not null,
  last_received_at timestamptz,
  received integer not null default 0,
  leads integer not null default 0,
  -- The last message of which something could not be taken.
  problem text,
  problem_at timestamptz,
  -- Why what has arrived is not judged yet.
  waits_for text check (waits_for in ('credits', 'signals')),
  -- In thousandths of a credit: so much did not suffice, so there must be more before anything is judged again.
  waits_above bigint,
  -- Calls are counted in windows that begin with the first call after the last one's end.
  window_began_at timestamptz(3) not null,
  window_calls integer not null default 0,
  unique (organization_id, id),
  check ((problem is null) = (problem_at is null)),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create unique index receiving_address_hash on receiving_address (hash);
create index receiving_address_project on receiving_address (organization_id, project_id, created_at, id);
create index receiving_address_creator on receiving_address (created_by);
alter table receiving_address enable row level security;
alter table receiving_address force row level security;
create policy tenant on receiving_address using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
-- Whoever knows the token is told by it alone whose the address is; the call is counted by the same statement.
create policy sender on receiving_address for select using (app_scope() = 'receiving');
create policy sender_counts on receiving_address for update using (app_scope() = 'receiving') with check (app_scope() = 'receiving');

-- It is gone once it is judged. The name of the address stays with it, as an address may be revoked meanwhile.
create table received_post (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  address_id uuid,
  address_name text not null,
  -- As `post.external_id` of what is brought in by hand.
  external_id text not null,
  item jsonb not null,
  received_at timestamptz(3) not null,
  unique (project_id, external_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, address_id) references receiving_address (organization_id, id)
    on delete set null (address_id) on update cascade
);
create index received_post_order on received_post (organization_id, project_id, received_at, id);
create index received_post_address on received_post (organization_id, address_id);
create index received_post_age on received_post (received_at);
alter table received_post enable row level security;
alter table received_post force row level security;
create policy tenant on received_post using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy scheduler on received_post for select using (app_scope() = 'scheduler');
create policy too_old on received_post for delete using (app_scope() = 'scheduler');

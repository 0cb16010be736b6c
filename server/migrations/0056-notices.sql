-- Whom people may write to who ask what an organization holds of them, as it chose.
alter table organization add column privacy_contact text;

-- Links by which somebody learns what an organization holds of them for a post, and may object. Of the link a hash alone is
-- kept. The row outlives the lead, so that the link still says what became of it, and then names nobody.
create table notice (
  token_hash bytea primary key,
  organization_id uuid not null references organization on delete cascade on update cascade,
  lead_id uuid,
  made_at timestamptz(3) not null,
  objected_at timestamptz(3),
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete set null (lead_id) on update cascade
);
create index notice_lead on notice (organization_id, lead_id) where lead_id is not null;
alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy notice_read on notice for select using (app_scope() = 'notice');

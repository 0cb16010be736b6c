-- Channels are told of leads when they enter a status, however many do at a time, and of nothing else that happens to them.

-- A lead that has entered a status which a channel's rule asks for, once for each such rule. Put down by the change itself,
-- whoever made it and however many leads it took, and taken by whoever reads on in the project's events.
create table slack_status_entry (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  project_id uuid not null,
  config_id uuid not null,
  lead_id uuid not null,
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, config_id) references slack_channel_config (organization_id, id) on delete cascade on update cascade,
  foreign key (organization_id, lead_id) references lead (organization_id, id) on delete cascade on update cascade
);
create index slack_status_entry_project on slack_status_entry (organization_id, project_id, id);
create index slack_status_entry_config on slack_status_entry (organization_id, config_id);
create index slack_status_entry_lead on slack_status_entry (organization_id, lead_id);
alter table slack_status_entry enable row level security;
alter table slack_status_entry force row level security;
create policy tenant on slack_status_entry using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());

create function note_status_entry() returns trigger language plpgsql as $$
begin
  insert into slack_status_entry (organization_id, project_id, config_id, lead_id)
    select new.organization_id, new.project_id, config.id, new.id from slack_channel_config config
    where config.organization_id = new.organization_id and config.project_id = new.project_id
      and new.status_config_id = any (config.status_ids);
  return null;
end $$;
-- A lead comes up without a status; one that is restored with its status has entered nothing.
create trigger note_status_entry after update of status_config_id on lead for each row
  when (new.status_config_id is not null and old.status_config_id is distinct from new.status_config_id)
  execute function note_status_entry();

-- A message tells of one lead, or of how many entered which status at a time. One that had nothing left to tell when it was
-- to be posted is dropped. `shown` is a fingerprint of what Slack was sent last, so that it is not sent the same again.
alter table slack_message
  alter column lead_id drop not null,
  add column entered jsonb,
  add column shown bytea,
  drop constraint slack_message_state_check,
  add constraint slack_message_state_check check (state in ('waiting', 'posted', 'failed', 'dropped')),
  add check ((lead_id is null) = (entered is not null));

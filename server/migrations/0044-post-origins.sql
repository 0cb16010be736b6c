-- Who may see a post. A public one was read where everybody reads, by the installation for all; any other only through sources
-- or keys of projects, and they alone see it (docs/decisions/0031-archive.md). A public post never turns private again.
alter table post add column is_public boolean not null default true;
alter table post alter column is_public set default false;

create table post_project (
  post_id uuid not null references post on delete cascade,
  organization_id uuid not null,
  project_id uuid not null,
  primary key (post_id, organization_id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade
);
create index post_project_list on post_project (organization_id, project_id);

-- Of what is stored, only what no key of a project can have opened, and nobody typed the address of, is surely public. The rest
-- belongs to the projects that met it, and to those that listen to where it was said, until it is read for everybody again.
alter table search no force row level security;
alter table search_candidate no force row level security;
alter table post_lead no force row level security;
alter table monitor_candidate no force row level security;
alter table feed no force row level security;
alter table project_source no force row level security;
update post set is_public = false where platform not in ('hacker_news', 'stack_exchange', 'dev', 'bluesky');
insert into post_project (post_id, organization_id, project_id)
select candidate.post_id, search.organization_id, search.project_id
from search_candidate candidate
join search on search.organization_id = candidate.organization_id and search.id = candidate.search_id
join post on post.id = candidate.post_id and not post.is_public
union
select candidate.post_id, candidate.organization_id, candidate.project_id
from monitor_candidate candidate join post on post.id = candidate.post_id and not post.is_public
union
select post_lead.post_id, post_lead.organization_id, post_lead.project_id
from post_lead join post on post.id = post_lead.post_id and not post.is_public
union
select post.id, feed.organization_id, feed.project_id
from feed join post on post.platform = 'feed' and post.community_external_id = feed.url
union
select post.id, source.organization_id, source.project_id
from project_source source
join post on post.platform = source.platform and post.community_external_id = source.external_id
where source.platform in ('discourse', 'lemmy', 'mastodon');
alter table search force row level security;
alter table search_candidate force row level security;
alter table post_lead force row level security;
alter table monitor_candidate force row level security;
alter table feed force row level security;
alter table project_source force row level security;

alter table post_project enable row level security;
alter table post_project force row level security;
create policy tenant on post_project using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy monitoring on post_project for insert with check (app_scope() = 'monitoring');
create policy monitoring_read on post_project for select using (app_scope() = 'monitoring');
create policy archive_read on post_project for select using (app_scope() = 'archive');

-- Which posts came, changed or went, for whoever holds all of them in memory. A reader takes what its last snapshot did not see,
-- so that nothing is missed that commits late. Rows are deleted after an hour.
create table post_change (
  changed_by xid8 not null default pg_current_xact_id(),
  post_id uuid not null,
  changed_at timestamptz not null default now(),
  primary key (changed_by, post_id)
);
comment on table post_change is 'not in backups';
create index post_change_age on post_change (changed_at);

create function note_posts_added() returns trigger language plpgsql as $$
begin
  insert into post_change (post_id) select id from added on conflict do nothing;
  return null;
end $$;
create trigger post_added after insert on post referencing new table as added
  for each statement execute function note_posts_added();

create function note_posts_removed() returns trigger language plpgsql as $$
begin
  insert into post_change (post_id) select id from removed on conflict do nothing;
  return null;
end $$;
create trigger post_removed after delete on post referencing old table as removed
  for each statement execute function note_posts_removed();

create function note_post_changed() returns trigger language plpgsql as $$
begin
  insert into post_change (post_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger post_changed after update on post for each row
  when (old.fingerprint is distinct from new.fingerprint or old.vector is distinct from new.vector
    or old.gone_at is distinct from new.gone_at or old.is_public <> new.is_public)
  execute function note_post_changed();

create function note_post_shown() returns trigger language plpgsql as $$
begin
  insert into post_change (post_id) select distinct post_id from shown on conflict do nothing;
  return null;
end $$;
create trigger post_shown after insert on post_project referencing new table as shown
  for each statement execute function note_post_shown();

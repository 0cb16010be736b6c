-- When a platform last showed a post (to the day: every search would otherwise rewrite the indexes), and when it was last
-- known to stand there. A post that is there already counts as seen and checked now.
alter table post
  add column seen_at timestamptz(3) not null default now(),
  add column checked_at timestamptz(3) not null default now(),
  -- Not to be looked up before this instant, since the last look failed.
  add column check_after timestamptz(3),
  -- Its words changed or went at this instant, and its leads are yet to follow.
  add column follow_at timestamptz(3),
  -- It was deleted at its source: of the row only what refers to it is left, so that its leads keep their place.
  add column gone_at timestamptz(3);
create index post_seen on post (platform, seen_at, id);
create index post_checked on post (platform, checked_at, id) where gone_at is null;
create index post_follow on post (follow_at, id) where follow_at is not null;
create index post_author on post (platform, author_external_id, id) where author_external_id is not null;

-- Whose leads a post is. Beside `lead`, whose own policy and indexes stay the plain ones that its searches are planned by: so
-- it is this table that a post cannot be deleted for, and no longer the lead.
create table post_lead (
  post_id uuid not null references post,
  organization_id uuid not null,
  project_id uuid not null,
  primary key (post_id, organization_id, project_id),
  foreign key (organization_id, project_id, post_id) references lead (organization_id, project_id, post_id)
    on delete cascade on update cascade
);
alter table lead no force row level security;
insert into post_lead (post_id, organization_id, project_id) select post_id, organization_id, project_id from lead;
alter table lead force row level security;
alter table post_lead enable row level security;
alter table post_lead force row level security;
create policy tenant on post_lead using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy retention_read on post_lead for select using (app_scope() = 'retention');

alter table lead drop constraint lead_post_id_fkey;
alter table lead add column source_deleted_at timestamptz(3);

-- What a search has seen and what a signal has judged goes with its post. Both are looked for by their post.
alter table search_candidate drop constraint search_candidate_post_id_fkey,
  add foreign key (post_id) references post on delete cascade;
create index search_candidate_post on search_candidate (post_id);
alter table judgement drop constraint judgement_post_id_fkey,
  add foreign key (post_id) references post on delete cascade;
create index judgement_post on judgement (post_id);

create index search_finished on search (finished_at, id) where finished_at is not null;
create index coverage_age on coverage (polled_at, id);
create policy retention_read on search for select using (app_scope() = 'retention');
create policy retention_read on search_candidate for select using (app_scope() = 'retention');
create policy retention on search_candidate for delete using (app_scope() = 'retention');
create policy retention_read on judgement for select using (app_scope() = 'retention');
create policy retention on judgement for delete using (app_scope() = 'retention');
create policy retention_read on coverage for select using (app_scope() = 'retention');
create policy retention on coverage for delete using (app_scope() = 'retention');

-- A search of the channels, or one over the posts that its signal had judged before. Of the latter also how many it passed over
-- unjudged, and what became of the signal's matches.
alter table search
  add column over text not null default 'channels' check (over in ('channels', 'judged')),
  add column passed_over integer not null default 0,
  add column gained integer not null default 0,
  add column lost integer not null default 0;

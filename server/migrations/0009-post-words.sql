-- The words of every post that is somebody's lead. Like posts they are the installation's and carry nothing of a tenant, so no
-- row-level security stands between `@@` and the index. Apart from `post`, whose rows change more often than their words.
create table post_words (
  post_id uuid primary key references post on delete cascade,
  words tsvector not null
);

-- The owner must see every tenant's rows for as long as they are copied, and a superuser always does.
alter table lead no force row level security;
alter table lead_text no force row level security;
insert into post_words (post_id, words)
select distinct on (lead.post_id) lead.post_id, lead_text.words
from lead join lead_text on lead_text.lead_id = lead.id
order by lead.post_id, lead.collected_at desc;
alter table lead force row level security;
drop table lead_text;

-- Without a list of pending words, which every search would read through; leads come a few at a time.
create index post_words_words on post_words using gin (words) with (fastupdate = off);
-- The planner weighs the index against the project's newest leads by how frequent a word is; of a word that is not among the
-- thousands counted it only knows that it is rarer than all of them.
alter table post_words alter words set statistics 300;
analyze post_words;

-- From a post to a project's lead, and a project's posts without a look at its leads: what counting a search's hits reads.
alter table lead drop constraint lead_organization_id_project_id_post_id_key;
alter table lead add constraint lead_post unique (organization_id, project_id, post_id) include (deleted);

-- Whole instead of partial: for a partial index the planner does not heed that a project implies its organization, and reads a
-- large project through it as if it were a tiny one.
drop index lead_unread;
create index lead_unread on lead (organization_id, project_id, deleted, read, posted_at desc, id desc);
drop index lead_channel;
create index lead_channel on lead (organization_id, project_id, deleted, platform, community_external_id, posted_at desc, id desc);

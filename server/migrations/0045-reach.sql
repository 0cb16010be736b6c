-- A search asks one question after another, each for what the earlier ones brought.
alter table search_leg
  add column origin text not null default 'signal' check (origin in ('own', 'signal', 'posts', 'community', 'listing')),
  add column hits integer check (hits >= 0),
  add column is_cut boolean not null default false;

-- The question and the page of it that brought a post first; null for posts that were held before.
alter table search_candidate
  add column leg integer,
  add column page integer;

-- How many posts were held before that the search looks at; null until it has asked for them.
alter table search
  add column archived integer check (archived >= 0);

-- Questions planned but not asked yet: a search that is running now chooses its own. All organizations' rows are meant here.
alter table search_leg no force row level security;
alter table search_candidate no force row level security;
delete from search_leg where state = 'waiting';

-- A post that repeats another is told apart from one that is too far off or that the search left out.
alter table search_candidate drop constraint search_candidate_state_check;
update search_candidate set state = 'repeat' where state = 'dropped' and rank >= 0.35;
alter table search_candidate add constraint search_candidate_state_check
  check (state in ('seen', 'passed', 'dropped', 'repeat', 'held', 'judged', 'unpaid'));

alter table search_leg force row level security;
alter table search_candidate force row level security;

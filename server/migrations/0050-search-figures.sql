-- What a search tells of itself is read from here alone, so that it is the same after a reload and days later.
alter table search
  -- Posts that this wording had judged before: judged as well, and not paid for again.
  add column judged_before integer not null default 0 check (judged_before >= 0),
  -- Leads that it brought into the project; null for searches begun before this was counted.
  add column new_leads integer check (new_leads >= 0),
  -- Counts the descriptions that were emitted: of two the one with the greater number is the later.
  add column step integer not null default 0,
  -- The question that is being put to a platform, by its position.
  add column asking integer;

-- When a platform that asked to be left alone is asked again.
alter table search_leg add column retry_at timestamptz;

alter table search no force row level security;
alter table search_candidate no force row level security;
update search set judged_before = known.posts
from (
  select search_id, count(*)::integer as posts from search_candidate where state = 'judged' and batch is null group by 1
) known
where known.search_id = search.id;
alter table search force row level security;
alter table search_candidate force row level security;

-- Counted where they are asked for, and without deleted ones, as the list counts them.
alter table intent_signal drop column lead_count;

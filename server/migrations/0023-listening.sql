-- What each watch has read lately, so that reaching back over it costs nothing and counts nothing twice. `read_to` is the end of
-- the window in which it was read first, `listed_to` of the one in which it was last met; `words` tells whether it was edited since.
create table watch_post (
  watch_id uuid not null references watch on delete cascade,
  external_id text not null,
  words bytea not null,
  read_to timestamptz(3) not null,
  listed_to timestamptz(3) not null,
  primary key (watch_id, external_id)
);
create index watch_post_age on watch_post (watch_id, listed_to);
comment on table watch_post is 'not in backups';
alter table watch_post enable row level security;
alter table watch_post force row level security;
create policy monitoring on watch_post using (app_scope() = 'monitoring') with check (app_scope() = 'monitoring');

-- How many of `window_seen` had been read before.
alter table watch add column window_known integer not null default 0;
-- When somebody last opened the window or read a page of it: whoever finds it untouched for long knows that nobody was there.
alter table watch add column progress_at timestamptz;

-- What waits for a signal is bounded: what came first beyond that is let go unjudged, and told.
alter table monitor_candidate drop constraint monitor_candidate_state_check;
alter table monitor_candidate add constraint monitor_candidate_state_check
  check (state in ('waiting', 'held', 'judged', 'repeated', 'dropped'));
-- How many were let go since the budget was last set.
alter table signal_monitor add column dropped integer not null default 0;

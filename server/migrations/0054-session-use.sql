-- When a session was last used, when it ends unless it is used again, and the network it was opened from, shortened so that
-- it names a neighbourhood and no household.
alter table session
  add column last_used_at timestamptz,
  add column idle_at timestamptz,
  add column network text;
update session set last_used_at = created_at, idle_at = expires_at;
alter table session
  alter column last_used_at set not null,
  alter column idle_at set not null;

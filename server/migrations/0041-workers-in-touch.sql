-- Since when the worker has reached the database without a break: only what it saw through itself may it hold against others.
alter table worker_lease add column in_touch_since timestamptz not null default clock_timestamp();

-- Attempts that count against a limit, by a keyed hash of what is limited: whose they are cannot be read from here. `hits`
-- holds the times of those that still counted when the last came, `hits_max` at most; from `ends_at` on none counts.
create table rate_limit (
  key bytea primary key,
  hits timestamptz(3)[] not null,
  hits_max integer not null check (hits_max > 0),
  ends_at timestamptz not null
);
create index rate_limit_end on rate_limit (ends_at);

-- Where a session was opened: the browser as it named itself, a keyed hash of the client's network, and the super admin
-- who looks at the product as this account, if one does.
alter table session
  add column user_agent text,
  add column address_hash bytea,
  add column impersonator_id uuid references account on delete cascade;
create index session_list on session (account_id, created_at desc, id desc);
drop index session_account;

-- From where the account's password was last set anew by a mailed link.
create table password_reset (
  account_id uuid primary key references account on delete cascade,
  address_hash bytea not null,
  reset_at timestamptz not null
);

-- Whoever deletes their account may have changed organizations a moment ago: what they are in now is looked up.
create policy departing on membership for select using (app_scope() = 'departure' and account_id = app_user_id());

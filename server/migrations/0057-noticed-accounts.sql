-- A link tells by keyed hashes whose it is, so that an objection counts once its lead is gone. Whoever forgets the key
-- forgets these too.
alter table notice add column authors bytea[] not null default '{}';
create policy operator_forget on notice for update using (app_scope() = 'operator') with check (app_scope() = 'operator');

-- Who objected or was erased is told by a keyed hash. The key is random, made once by the program and sealed with the secret
-- key, so that a new secret key keeps what is hashed. Until there is a key, the hashes here have none: the program gives it to
-- them as it makes the key.
create table suppression_key (
  id boolean primary key default true check (id),
  sealed bytea not null
);

alter table erased_author rename to suppressed_author;
alter table suppressed_author rename column erased_at to suppressed_at;
create policy operator on suppressed_author using (app_scope() = 'operator') with check (app_scope() = 'operator');

-- Accounts that no organization may collect: the operator was asked to keep them out.
create table suppressed_everywhere (
  author bytea primary key,
  suppressed_at timestamptz(3) not null
);
create policy monitoring_read on suppressed_author for select using (app_scope() = 'monitoring');

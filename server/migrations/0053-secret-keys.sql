-- The secrets that this installation's values are or were sealed with, each by its name: a keyed hash of a constant, which
-- stands before every sealed value and reveals nothing of the secret.
create table secret_key (
  name bytea primary key check (octet_length(name) = 8),
  is_current boolean not null,
  since timestamptz not null,
  -- When nothing was left that is sealed with it.
  ended_at timestamptz,
  check (not is_current or ended_at is null)
);
create unique index secret_key_current on secret_key (is_current) where is_current;

-- Recovery codes of earlier versions are kept as hashes under a key of the secret of that time. They outlive the secret, so
-- that key is sealed here when the secret is changed.
create table recovery_key (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);

-- Whoever seals values again reaches those of every organization.
create policy resealing on project_key for select using (app_scope() = 'resealing');
create policy resealing_update on project_key for update using (app_scope() = 'resealing') with check (app_scope() = 'resealing');
create policy resealing on webhook for select using (app_scope() = 'resealing');
create policy resealing_update on webhook for update using (app_scope() = 'resealing') with check (app_scope() = 'resealing');
create policy resealing on slack_connection for select using (app_scope() = 'resealing');
create policy resealing_update on slack_connection for update using (app_scope() = 'resealing') with check (app_scope() = 'resealing');
create policy resealing on slack_revocation for select using (app_scope() = 'resealing');
create policy resealing_update on slack_revocation for update using (app_scope() = 'resealing') with check (app_scope() = 'resealing');

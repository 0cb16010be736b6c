-- Whoever reads the mail of an address that somebody registered may take the account by its link alone. Until they have
-- signed in since, nothing follows from the account: no role, no invite, no project offered to the address.
alter table account add column is_claimed boolean not null default false;
alter table account add constraint account_claimed_is_verified check (is_verified or not is_claimed);

alter policy addressed on invite using (
  app_scope() = 'account'
  and email = (
    select lower(account.email) from account
    where account.id = app_user_id() and account.is_verified and not account.is_claimed)
);
alter policy addressed on project_transfer using (
  app_scope() = 'account' and state = 'pending'
  and email = (
    select lower(account.email) from account
    where account.id = app_user_id() and account.is_verified and not account.is_claimed)
);

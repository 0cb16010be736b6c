-- A signal is a sentence to judge posts by, or an expression of names that posts are compared with word by word. A search keeps
-- the kind of its signal as it keeps the words.
alter table intent_signal add column kind text not null default 'intent' check (kind in ('intent', 'name'));
alter table search add column kind text not null default 'intent' check (kind in ('intent', 'name'));
create or replace view intent_signal_view with (security_invoker = true) as
  select id, organization_id, project_id, intent_signal, revision, created_at, deleted_at, not_interested, plan_edits, kind
  from intent_signal;

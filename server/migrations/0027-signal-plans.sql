-- What users say of a signal beside its sentence: what they do not want, and what they changed of its plan.
alter table intent_signal
  add column not_interested text not null default '',
  -- Changes to what is read from the sentence, so that they outlive it; null where nothing was changed.
  add column plan_edits jsonb;

-- As the sentence: what is found is judged by what was said when the search was started.
alter table search
  add column not_interested text not null default '',
  add column plan_edits jsonb;

-- A re-analysis of exactly the posts that a backtest looks at.
alter table search drop constraint search_over_check;
alter table search add constraint search_over_check check (over in ('channels', 'judged', 'stored'));

-- Added words are asked for in searches, so they change what is listened to as the sentence does.
drop trigger listening_is_stale on intent_signal;
create trigger listening_is_stale after update of intent_signal, plan_edits on intent_signal
  for each row execute function note_stale_listening();

-- A post that somebody labelled stays while the label's signal does, so that what was taught is not lost with it.
create policy retention_read on signal_label for select using (app_scope() = 'retention');
create policy retention_read on intent_signal for select using (app_scope() = 'retention');

-- Whoever counts what is late, over all organizations, leaves out what a receiver has asked to wait for.
create policy scheduler on webhook for select using (app_scope() = 'scheduler');
create policy scheduler on slack_channel for select using (app_scope() = 'scheduler');

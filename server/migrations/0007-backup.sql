-- A backup goes organization by organization, each in its own scope; to do so it must know which there are.
create policy operator_listing on organization for select using (app_scope() = 'operator');

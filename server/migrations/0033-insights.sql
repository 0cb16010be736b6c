-- What leads by day are counted from, deleted ones too, without looking at the leads themselves.
create index lead_found on lead (organization_id, project_id, collected_at) include (id, platform, signal_ids, deleted);
-- A lead's first draft or status.
create index lead_history_answer on lead_history (organization_id, lead_id, at) where kind in ('draft', 'status');

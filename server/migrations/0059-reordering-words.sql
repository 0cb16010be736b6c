-- The same in what organizations keep of strangers' words.
select app_without_marks(array[
  'feed', 'project_source', 'project_channel', 'person', 'person_profile', 'profile_fact', 'person_draft', 'company',
  'company_fact', 'company_site', 'company_proposal', 'identity_proposal', 'identity_merge', 'lead', 'lead_match',
  'lead_correction', 'lead_history', 'lead_note', 'lead_draft', 'smart_column_value']);

drop function app_without_marks(text[]);

-- What a slice lets the slices above it read of its tables: of others' rows nobody reads anything else. A view answers in the name
-- of whoever asks it, so that row-level security fences it as it does the table.

create view account_view with (security_invoker = true) as
  select id, email, first_name, last_name, is_verified, created_at, is_claimed
  from account;

create view company_view with (security_invoker = true) as
  select id, organization_id, project_id, domain, name_key, deleted, created_at, name
  from company;

create view company_member_view with (security_invoker = true) as
  select organization_id, company_id, profile_id, source
  from company_member;

create view company_site_view with (security_invoker = true) as
  select company_id, organization_id, project_id, domain, state, accounts
  from company_site;

create view credit_account_view with (security_invoker = true) as
  select organization_id, balance
  from credit_account;

create view intent_signal_view with (security_invoker = true) as
  select id, organization_id, project_id, intent_signal, revision, created_at, deleted_at, not_interested, plan_edits
  from intent_signal;

create view judgement_view with (security_invoker = true) as
  select organization_id, intent_signal_id, post_id, revision, score, kept, model, judged_at, base
  from judgement;

create view lead_view with (security_invoker = true) as
  select id, organization_id, project_id, post_id, platform, url, author_name, title, score, signal_ids, read,
    deleted, posted_at, collected_at, status_config_id, source_deleted_at, profile_id
  from lead;

create view lead_correction_view with (security_invoker = true) as
  select organization_id, lead_id, intent_signal_id
  from lead_correction;

create view lead_history_view with (security_invoker = true) as
  select id, organization_id, lead_id, kind, at
  from lead_history;

create view lead_match_view with (security_invoker = true) as
  select organization_id, lead_id, intent_signal_id
  from lead_match;

create view lead_status_view with (security_invoker = true) as
  select id, organization_id, project_id, kind, name, position, created_at
  from lead_status;

create view membership_view with (security_invoker = true) as
  select account_id, organization_id, role
  from membership;

create view monitor_candidate_view with (security_invoker = true) as
  select organization_id, project_id, post_id, state
  from monitor_candidate;

create view organization_view with (security_invoker = true) as
  select id, name, created_at
  from organization;

create view person_view with (security_invoker = true) as
  select id, organization_id, project_id, posts, deleted, created_at, name
  from person;

create view person_profile_view with (security_invoker = true) as
  select id, organization_id, project_id, person_id, platform, external_id, handle, name, url, created_at
  from person_profile;

create view post_view with (security_invoker = true) as
  select id, platform, external_id, kind, url, author_external_id, author_name, author_url, title, body,
    community_external_id, community_name, replies, license, posted_at, collected_at, fingerprint, vector,
    vector_model, github_issue_state, seen_at, checked_at, check_after, gone_at
  from post;

create view post_copy_view with (security_invoker = true) as
  select organization_id, project_id, post_id, original_post_id
  from post_copy;

create view post_lead_view with (security_invoker = true) as
  select post_id, organization_id, project_id
  from post_lead;

create view post_words_view with (security_invoker = true) as
  select post_id, words
  from post_words;

create view profile_fact_view with (security_invoker = true) as
  select organization_id, profile_id, field, source, value
  from profile_fact;

create view profile_look_view with (security_invoker = true) as
  select profile_id, organization_id, project_id, state, links, verified_links, avatar_hash
  from profile_look;

create view project_view with (security_invoker = true) as
  select id, organization_id, created_at
  from project;

create view search_view with (security_invoker = true) as
  select id, organization_id, project_id, intent_signal_id, intent_signal, state, until_at, seen, kept, finished_at,
    over
  from search;

create view search_candidate_view with (security_invoker = true) as
  select organization_id, search_id, position, post_id, state, rank, batch
  from search_candidate;

create view signal_label_view with (security_invoker = true) as
  select organization_id, intent_signal_id, post_id, source, account_id
  from signal_label;

create view smart_column_view with (security_invoker = true) as
  select id, organization_id, project_id, name, type, position, revision, batches
  from smart_column;

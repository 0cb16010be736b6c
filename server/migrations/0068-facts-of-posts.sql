-- What a post states apart from its words: of a tender, the last day for offers and what the buyer means to spend.
alter table post add column facts jsonb;
create or replace view post_view with (security_invoker = true) as
  select id, platform, external_id, kind, url, author_external_id, author_name, author_url, title, body,
    community_external_id, community_name, replies, license, posted_at, collected_at, fingerprint, vector,
    vector_model, github_issue_state, seen_at, checked_at, check_after, gone_at, facts
  from post;

-- What the author of a lead does with the names that a signal watches: asks, complains, praises, compares, switches, or no
-- more than mentions. Null for matches of sentences, and for those from before this was read.
alter table lead_match add column stance text;
create or replace view lead_match_view with (security_invoker = true) as
  select organization_id, lead_id, intent_signal_id, stance
  from lead_match;

-- Whether a match is one of the best few that a search shows although nothing passed. Such a match is no find: what people say of it
-- does not count as the signal's precision.
alter table lead_match add column is_unsure boolean not null default false;

-- How many profiles of each project were read within a day is counted once a round, over all organizations.
create index profile_look_recent on profile_look (looked_at) include (organization_id, project_id, state);

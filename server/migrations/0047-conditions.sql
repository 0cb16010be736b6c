-- What the signal asks for, part by part, with the sentences of the post that say so. Empty for matches made before.
alter table lead_match add column conditions jsonb not null default '[]';

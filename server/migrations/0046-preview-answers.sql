-- What was answered to a preview's questions before its signal ever searched. What the judge said of such a post stands here, since
-- no judgement may have been kept of it.
alter table signal_label drop constraint signal_label_source_check;
alter table signal_label add constraint signal_label_source_check check (source in ('feedback', 'correction', 'audit', 'preview'));
alter table signal_label add column base double precision;

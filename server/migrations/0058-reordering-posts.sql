-- Strangers' texts that were stored before marks of direction were dropped lose them: each becomes a sign that shows nothing
-- and reorders nothing, so that the places of evidence in a text stay. Every column of words of a table is cleaned, but for
-- ids and addresses, by which a thing is found again.
create function app_without_marks(tables text[]) returns void language plpgsql as $$
declare
  marks constant text := U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069';
  nothing constant text := repeat(U&'\2060', length(marks));
  cleaned record;
begin
  for cleaned in
    select class.oid::regclass as name, class.relforcerowsecurity as is_forced,
      string_agg(format('%1$I = translate(%1$I::text, $1, $2)::%2$s', attname, format_type(atttypid, null)), ', ') as assigned,
      string_agg(format('%I::text', attname), ', ') as words
    from unnest(tables) with ordinality as listed (name, place)
    join pg_class class on class.oid = listed.name::regclass
    join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
      and attname !~ '(^|_)(id|ids|key|url|domain)$'
    group by class.oid, class.relforcerowsecurity, place
    order by place
  loop
    -- The owner must see every tenant's rows while they are cleaned, and a superuser always does.
    if cleaned.is_forced then execute format('alter table %s no force row level security', cleaned.name); end if;
    execute format('update %s set %s where concat_ws('' '', %s) ~ $3', cleaned.name, cleaned.assigned, cleaned.words)
      using marks, nothing, '[' || marks || ']';
    if cleaned.is_forced then execute format('alter table %s force row level security', cleaned.name); end if;
  end loop;
end $$;

-- By themselves: they are the most, and the tables of organizations, which wait while they are cleaned, come after.
select app_without_marks(array['post']);

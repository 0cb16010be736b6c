import { expect, test } from 'vitest'
import { findContracting } from '@leadlight/testing/contracting-statements'
import { FIRST_EXPANDING, listMigrations } from './migrate.ts'

test('every migration only expands the schema, or says first why the version before cannot run beside it', () => {
  const newer = listMigrations().filter(({ version }) => version >= FIRST_EXPANDING)
  const wrong = newer.filter(({ expands, sql }) => expands && findContracting(sql).length > 0)
  expect(wrong.map(({ name, sql }) => [name, findContracting(sql)])).toEqual([])
})

test.each([
  `create table thing (id uuid primary key, name text not null check (name <> ''));
   create unique index thing_name on thing (name);
   alter table thing enable row level security;
   create policy tenant on thing using (true);
   insert into thing (id, name) values (gen_random_uuid(), 'a; drop table lead');`,
  'alter table lead add column seen_at timestamptz',
  'alter table lead add column reads integer not null default 0 check (reads >= 0), add column by uuid',
  'alter table lead add column words text not null generated always as (lower(title)) stored',
  '-- drop table lead;\ncreate or replace view lead_view as select id from lead',
  `create function app_x() returns void language sql as $$ delete from lead; update lead set id = id $$`,
  'create policy operator on lead using (app_scope() = 1)',
])('%s expands', (sql) => {
  expect(findContracting(sql)).toEqual([])
})

test.each([
  'drop table lead',
  'drop view lead_view',
  'alter table lead rename to post_lead',
  'alter table lead rename column title to name',
  'alter table lead drop column title',
  'alter table lead add column title text not null',
  `alter table lead add column title text not null check (title <> 'default')`,
  'alter table lead add column a text, drop column title',
  'alter table lead add column a text, alter column title set not null',
  'alter table lead add column a text default null, add column b text not null',
  'alter table lead add column a uuid unique',
  'alter table lead alter column title type varchar(3)',
  'alter table lead add constraint short check (length(title) < 9)',
  'create unique index lead_title on lead (title)',
  'create index lead_title on lead (title)',
  'create policy narrow on lead as restrictive using (false)',
  'drop policy tenant on lead',
  'create or replace function app_scope() returns text language sql as $$ select 1 $$',
  'update lead set title = lower(title)',
  'delete from lead',
  `do $$ begin execute 'drop table lead'; end $$`,
])('%s does not, or holds others up', (sql) => {
  expect(findContracting(sql)).toHaveLength(1)
})

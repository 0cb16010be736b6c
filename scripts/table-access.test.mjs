import { expect, test } from 'vitest'
import { findNamed, findUnowned, joinEdges, readTables, readTableUse } from './table-access.mjs'

const NAMES = readTables(
  `export interface Schema {\n  lead: {\n    id: string\n  }\n  lead_view: Pick<\n    Schema['lead'],\n    | 'id'\n  >\n  post: {\n    id: string\n  }\n  search: {\n  }\n}\n`,
)
const OWNERS = { 'core/posts': ['post'], 'workspace/leads': ['lead'], 'finding/matching': ['search'] }
const useOf = (texts) => readTableUse(new Map(Object.entries(texts)), OWNERS, NAMES)

test('the declarations tell tables from read views', () => {
  expect(NAMES).toEqual({ tables: new Set(['lead', 'post', 'search']), views: new Set(['lead_view']) })
})

test.each([
  ['sql`select id from lead where true`', ['lead']],
  ['sql`select from post p, lead l where true`', ['post', 'lead']],
  ['sql`select from held, lead`', ['lead']],
  ['sql`update post set x = 1 from lead_view lead`', ['post', 'lead_view']],
  ['sql`delete from post using lead`', ['post', 'lead']],
  ['sql`insert into "post" (id) values (1)`', ['post']],
  ["tx.selectFrom('lead').innerJoin('post as p', 'p.id', 'lead.post_id')", ['lead', 'post']],
  ["sql.table('lead')", ['lead']],
  ["countBeside({ table: 'lead' })", ['lead']],
  ['sql`insert into post(id) values (1)`', ['post']],
  ['sql`select from public.post`', ['post']],
  ['sql`select from (select 1) x, post where true`', ['post']],
  ["tx.deleteFrom('lead').using('post')", ['lead', 'post']],
  ["tx.updateTable('lead').from('post')", ['lead', 'post']],
  ["tx.selectFrom(['lead', 'post as p'])", ['lead', 'post']],
  ["tx.insertInto<'post'>(name)", ['post']],
  ["sql.id('lead'); sql.ref('post.id')", ['lead', 'post']],
  ["const COPY = 'select id from lead order by id'", ['lead']],
])('finds the tables of %s', (text, named) => {
  expect(new Set(findNamed(text, NAMES))).toEqual(new Set(named))
})

test('comments, imports, columns and calls are no tables', () => {
  const text =
    "import { lead } from 'lead'\n/** What comes from lead. */\n// from lead\nsql`select lead.id, post from extract_lead(1) where lead.search = 1`"
  expect(findNamed(text, NAMES)).toEqual([])
})

test('naming another’s table is wrong, by raw SQL and by the builder, and reading its view is a use', () => {
  const { wrong, edges } = useOf({
    'server/src/finding/matching/a.ts': 'sql`select from lead_view lead join post on true`',
    'server/src/workspace/leads/b.ts': "tx.insertInto('lead'); tx.deleteFrom('search')",
    'server/src/workspace/leads/b.test.ts': 'sql`delete from post`',
  })
  expect(wrong).toEqual([
    "server/src/finding/matching/a.ts names post, which is core/posts's.",
    "server/src/workspace/leads/b.ts names search, which is finding/matching's.",
  ])
  expect([...edges]).toEqual([
    ['finding/matching', new Map([['workspace/leads', ['server/src/finding/matching/a.ts → lead_view']]])],
  ])
})

test('uses by import and by read view are joined', () => {
  const imports = new Map([['a', new Map([['b', ['x']]])]])
  const reads = new Map([
    ['a', new Map([['b', ['y']]])],
    ['c', new Map([['a', ['z']]])],
  ])
  expect([...joinEdges(imports, reads)]).toEqual([
    ['a', new Map([['b', ['x', 'y']]])],
    ['c', new Map([['a', ['z']]])],
  ])
  expect(imports.get('a')?.get('b')).toEqual(['x'])
})

test('each table has one owner that is there, and each view its table', () => {
  const names = { tables: new Set(['lead', 'post']), views: new Set(['gone_view']) }
  expect(findUnowned({ a: ['lead', 'old'], b: ['lead'] }, names)).toEqual([
    'The table post has no owner.',
    'The table lead has two owners.',
    'The table old has an owner and is not there.',
    'The view gone_view is named after no table.',
  ])
})

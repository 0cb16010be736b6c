// Also on the embedded database: its data is migrated too.
import { correctLead } from '@leadlight/contract/lead-work'
import { getLead, listLeads } from '@leadlight/contract/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLeads, mintLeadSite } from '@leadlight/testing/lead-builder'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { buildEverywhere } from '@leadlight/testing/person-everywhere'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { migrate } from '../../platform/migrate.ts'

const MARKS = Array.from('\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069')
const VERSIONS = [58, 59, 60]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('what strangers wrote before marks of direction were dropped loses them wherever it is kept, and evidence stays on its words', async () => {
  const site = await mintLeadSite(app)
  const words = MARKS.join('')
  await buildEverywhere(app, site, {
    name: `Ada${words}`,
    handle: `ada${words}`,
    text: `We fly ${words} and need help`,
  })
  const body = `${words}We need \u2067a baker.`
  await buildLeads(app, site, [{ title: null, body, evidence: [{ kind: 'for', label: 'asks', start: 18, end: 26 }] }])
  const evidence = [{ kind: 'for' as const, label: 'asks', start: 9, end: 26 }]
  const [id] = await buildLeads(app, site, [{ title: null, body: `${words}We need \u2067a painter`, evidence }])
  const params = { projectId: site.projectId, id: id! }
  await site.organization.call(correctLead, { params, body: { intent_signals: [] } })
  const ask = await openUnfenced(app.database)
  const dirty = async () => {
    const found = new Set<string>()
    for (const mark of MARKS) for (const table of await findWords(ask, mark)) found.add(table)
    return [...found].toSorted()
  }
  await ask(`update profile_fact set value = $1 where source = 'profile'`, [`Flies ${words}`])
  await ask(`update company set fields = jsonb_build_object('industry', jsonb_build_object('value', $1::text))`, [
    words,
  ])
  const before = await dirty()
  expect(before).toEqual(
    expect.arrayContaining(
      [
        'company',
        'lead',
        'lead_correction',
        'lead_draft',
        'person',
        'person_profile',
        'post',
        'profile_fact',
        'smart_column_value',
      ].map((table) => `public.${table}`),
    ),
  )

  await ask('drop index post_author_name')
  await ask('delete from schema_migration where version >= $1', [Math.min(...VERSIONS)])
  expect(await migrate(app.database, { upTo: Math.max(...VERSIONS) })).toEqual([
    '0058-reordering-posts.sql',
    '0059-reordering-words.sql',
    '0060-post-author-names.sql',
  ])

  // By what stands in these a thing is found again, or nobody else's words are in them.
  expect(await dirty()).toEqual([
    'public.idempotent_call',
    'public.person_profile',
    'public.post',
    'public.webhook_message',
  ])
  const ids =
    'select from person_profile where handle ~ $1 or name ~ $1 union all select from post where concat(title, body, author_name) ~ $1'
  expect(await ask(ids, [`[${words}]`])).toEqual([])
  const { items } = await site.organization.call(listLeads, { params: { projectId: site.projectId } })
  const quoted = items.flatMap(({ excerpt }) =>
    excerpt.evidence.map(({ start, end }) => excerpt.text.slice(start, end)),
  )
  expect(quoted).toContain('a baker.')
  // What was said not to match comes back with its evidence, as it was cleaned too.
  await site.organization.call(correctLead, { params, body: { intent_signals: [site.signalId] } })
  const { text, matches } = await site.organization.call(getLead, { params })
  expect(matches.flatMap(({ evidence: spans }) => spans.map(({ start, end }) => text.slice(start, end)))).toEqual([
    'We need \u2060a painter'.slice(0, 17),
  ])
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`[${words}]`))
})

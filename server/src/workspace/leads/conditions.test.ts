import { correctLead } from '@leadlight/contract/lead-work'
import { getLead } from '@leadlight/contract/leads'
import type { Condition } from '@leadlight/contract/evidence'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLeads, inOrganization, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { followEdits } from './follow-edits.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const BODY = 'I am a hobbyist. Who knows a bookkeeper?'
const CONDITIONS: Condition[] = [
  { kind: 'who', text: 'Bakery owners', state: 'not_met', at: { start: 0, end: 16 } },
  { kind: 'topic', text: 'bookkeeper', state: 'met', at: { start: 17, end: 40 } },
  { kind: 'limit', text: 'under 50 dollars', state: 'not_said', at: null },
]

async function mintLead(): Promise<LeadSite & { id: string }> {
  const site = await mintLeadSite(app)
  const [id = ''] = await buildLeads(app, site, [{ title: null, body: BODY, conditions: CONDITIONS }])
  return { ...site, id }
}

async function conditionsOf({ organization, projectId, id }: LeadSite & { id: string }) {
  const { text, matches } = await organization.call(getLead, { params: { projectId, id } })
  return { text, conditions: matches[0]?.conditions }
}

test('a lead says of each condition whether it is met, and where', async () => {
  expect(await conditionsOf(await mintLead())).toEqual({ text: BODY, conditions: CONDITIONS })
})

test('a match that somebody removes and takes back has its conditions again', async () => {
  const lead = await mintLead()
  const { organization, projectId, id, signalId } = lead
  await organization.call(correctLead, { params: { projectId, id }, body: { intent_signals: [] } })
  await organization.call(correctLead, { params: { projectId, id }, body: { intent_signals: [signalId] } })
  expect((await conditionsOf(lead)).conditions).toEqual(CONDITIONS)
})

test('conditions follow their sentences when the author edits the post, and keep no words that are gone', async () => {
  const lead = await mintLead()
  const { organizationId, projectId, id } = lead
  await inOrganization(app, lead, async (tx) => {
    const { rows } = await sql<{ id: string; url: string }>`
      update post set body = 'Edited. Who knows a bookkeeper?'
      where id = (select post_id from lead where id = ${id}) returning id, url`.execute(tx)
    const post = { ...rows[0]!, author: 'ada', title: null, text: 'Edited. Who knows a bookkeeper?' }
    await followEdits(tx, organizationId, { posts: [post], holders: [{ projectId, postId: post.id }] })
  })
  const { text, conditions } = await conditionsOf(lead)
  expect(
    conditions?.map(({ kind, state, at }) => ({ kind, state, words: at && text.slice(at.start, at.end) })),
  ).toEqual([
    { kind: 'who', state: 'not_met', words: null },
    { kind: 'topic', state: 'met', words: 'Who knows a bookkeeper?' },
    { kind: 'limit', state: 'not_said', words: null },
  ])
  const { rows } = await inOrganization(app, lead, (tx) =>
    sql`select from lead_match where conditions::text like '%hobbyist%'`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('a match made before conditions were kept has none', async () => {
  const lead = await mintLead()
  await inOrganization(app, lead, (tx) => sql`update lead_match set conditions = default`.execute(tx))
  expect((await conditionsOf(lead)).conditions).toEqual([])
})

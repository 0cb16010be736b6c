import * as people from '@leadlight/contract/people'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { sql } from 'kysely'
import {
  CHARGED,
  ledgerOf,
  mintDraftSite,
  readEvents,
  SAY_WORDS,
  startDraftFixture,
  WORDS,
  type DraftSite,
  type DraftFixture,
} from '@leadlight/testing/draft-fixture'
import { buildLeads, inOrganization } from '@leadlight/testing/lead-builder'

let fixture: DraftFixture
beforeAll(async () => {
  fixture = await startDraftFixture()
})
afterAll(() => fixture.close())

let site: DraftSite
let personId: string
beforeEach(async () => {
  fixture.model.asked.length = 0
  fixture.model.script = SAY_WORDS
  site = await mintDraftSite(fixture.app, { author: 'ada', postedAt: '2026-10-01T10:00:00.000Z' })
  personId = (await site.organization.call(people.listPeople, { params: { projectId: site.projectId } })).items[0]!.id
})

const at = () => ({ params: { projectId: site.projectId, id: personId } })
const draftOf = async () => (await site.organization.call(people.getPerson, at())).draft
const ask = (body: object = {}, headers = {}) =>
  site.organization.ask(people.draftPersonMessage, { ...at(), body: { stream: false, ...body } }, { headers })

test('a message is written from the newest existing post, kept with the person and charged once', async () => {
  await buildLeads(fixture.app, site, [
    { author: 'ada', body: 'Our ledger burned down.', postedAt: '2026-10-05T10:00:00.000Z' },
  ])
  const reply = await ask({ prompt: 'Be brief' })
  expect(reply.body).toMatchObject({ draft: WORDS, credits_spent: 2, details: { message_type: 'dm' } })
  expect(JSON.stringify(fixture.model.asked)).toContain('Our ledger burned down.')
  expect(await draftOf()).toMatchObject({ draft: WORDS, written_by: 'double-1', is_talking_points: false })
  expect(await ledgerOf(fixture.app, site)).toEqual(CHARGED)
})

test('a message is streamed like drafts on leads', async () => {
  const path = `/api/v1/prospects/people/${site.projectId}/${personId}/draft_message`
  const response = await fixture.app.app.hono.request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.organization.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true }),
  })
  const { deltas, end } = readEvents(await response.text())
  expect([response.status, deltas.join(''), end?.event]).toEqual([200, WORDS, 'done'])
})

test('a repeated call answers the same message and is charged once, whatever was posted in between', async () => {
  const key = { 'idempotency-key': 'a-key-of-mine' }
  const first = await ask({}, key)
  await buildLeads(fixture.app, site, [{ author: 'ada', postedAt: '2026-10-05T10:00:00.000Z' }])
  const second = await ask({}, key)
  expect(second.body).toEqual(first.body)
  expect((await ask({ prompt: 'Shorter' }, key)).problem().code).toBe('idempotency_key_reused')
  expect(fixture.model.asked).toHaveLength(1)
})

test('a failure releases the credits and keeps the message before', async () => {
  await ask()
  fixture.model.script = () => ({ kind: 'error', status: 401 })
  expect((await ask()).status).toBe(502)
  expect(await draftOf()).toMatchObject({ draft: WORDS })
  expect((await ledgerOf(fixture.app, site)).length).toBeGreaterThan(CHARGED.length)
})

test('a writer’s changes are kept, but not over somebody else’s words', async () => {
  const save = (draft: string, based_on?: string | null) =>
    site.organization.ask(people.updatePersonDraft, { ...at(), body: { draft, based_on } })
  await ask()
  const { updated_at } = (await draftOf())!
  await fixture.app.clock.advance(1_000)
  expect((await save('Mine', updated_at)).body).toMatchObject({ draft: 'Mine', written_by: 'A person' })
  expect((await save('Theirs', updated_at)).problem().code).toBe('draft_changed')
  expect((await save('Mine', updated_at)).status).toBe(200)
  expect(await draftOf()).toMatchObject({ draft: 'Mine' })
})

test('a message that a machine wrote from a post goes with the post', async () => {
  await buildLeads(fixture.app, site, [{ author: 'ada', title: 'Another', postedAt: '2026-09-01T10:00:00.000Z' }])
  await ask()
  const { rows } = await inOrganization(fixture.app, site, (tx) =>
    sql<{ post_id: string }>`select post_id from lead where id = ${site.leadId}`.execute(tx),
  )
  await eraseDeletedPosts(fixture.app, 'hackernews', [rows[0]!.post_id])
  expect(await draftOf()).toBeNull()
})

test('a person out of reach gets the same answer as a missing one', async () => {
  const own = await mintDraftSite(fixture.app)
  for (const id of [personId, fixture.app.dependencies.newId()]) {
    const params = { projectId: own.projectId, id }
    const asked = await own.organization.ask(people.draftPersonMessage, { params, body: { stream: false } })
    const saved = await own.organization.ask(people.updatePersonDraft, { params, body: { draft: 'Mine' } })
    expect([asked.problem().code, saved.problem().code]).toEqual(['person_not_found', 'person_not_found'])
  }
  expect(fixture.model.asked).toEqual([])
})

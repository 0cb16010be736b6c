import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { scriptByWord } from '@leadlight/testing/doubles/language-model-double'
import {
  askDraft,
  creditsOf,
  GIVEN_BACK,
  ledgerOf,
  mintDraftSite,
  draftHistoryOf,
  draftsOf,
  openDraft,
  readEvents,
  SAY_WORDS,
  startDraftFixture,
  streamDraft,
  type DraftSite,
  type DraftFixture,
  WORDS,
} from '@leadlight/testing/draft-fixture'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { until } from '@leadlight/testing/until'
import { RELEASE_AFTER_MS, releaseStaleReservation } from './release-job.ts'
import { DRAFT_MS_MAX, FIRST_WORD_MS_MAX, PAUSE_MS_MAX } from './within-time.ts'

let fixture: DraftFixture
beforeAll(async () => {
  fixture = await startDraftFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.model.asked.length = 0
  fixture.model.script = SAY_WORDS
})

function ask(site: DraftSite, body: object = {}) {
  return askDraft(site, { body })
}

const entriesOf = (site: DraftSite) => ledgerOf(fixture.app, site)
const historyOf = (site: DraftSite) => draftHistoryOf(fixture.app, site)

describe('nothing is charged and the draft before stays when', () => {
  const failures: [string, string, string][] = [
    ['the model fails before its first word', 'down', 'model_unavailable'],
    ['the connection breaks after some words', 'broken', 'model_unavailable'],
    ['the model fails after some words', 'failing', 'model_unavailable'],
    ['the provider’s filter stops it', 'filtered', 'draft_refused'],
    ['what it sends is no answer', 'garbage', 'model_unavailable'],
  ]
  test.each(failures)('%s', async (_, word, code) => {
    const site = await mintDraftSite(fixture.app)
    await ask(site)
    const before = await creditsOf(site.organization)
    fixture.model.script = scriptByWord
    const { status, end } = await streamDraft(fixture.app, site.organization, site, {
      body: { prompt: `double:${word}` },
    })
    expect(status).toBe(200)
    expect(end).toMatchObject({ event: 'error', data: { code, status: 502, request_id: expect.any(String) as string } })
    expect(await draftsOf(site)).toMatchObject([{ draft: WORDS }])
    expect(await creditsOf(site.organization)).toBe(before)
    expect((await entriesOf(site)).slice(3)).toEqual(GIVEN_BACK)
    expect(await historyOf(site)).toHaveLength(1)
  })

  test('the model repeats its orders', async () => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = ({ instructions }) => ({ kind: 'say', pieces: Array.from(`Sure: ${instructions}`) })
    const { end, deltas } = await streamDraft(fixture.app, site.organization, site)
    expect(end).toMatchObject({ event: 'error', data: { code: 'draft_refused' } })
    expect(deltas.join('').length).toBeLessThan(120)
    expect(await draftsOf(site)).toEqual([])
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('none of its words can be used', async () => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = () => ({ kind: 'say', pieces: ['https://evil.example/a ', 'evil.example'] })
    const reply = await ask(site)
    expect(reply.status).toBe(502)
    expect(reply.problem()).toMatchObject({ code: 'draft_refused' })
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test.each([
    ['does not begin', [], FIRST_WORD_MS_MAX],
    ['pauses for too long', ['Well, '], PAUSE_MS_MAX],
  ])('the model %s', async (_, pieces, ms) => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = () => ({ kind: 'silent', pieces })
    const sleeping = fixture.app.clock.sleeping()
    const draft = streamDraft(fixture.app, site.organization, site)
    await until(() => fixture.model.asked.length === 1 && fixture.app.clock.sleeping() > sleeping)
    let isOver = false
    void draft.finally(() => (isOver = true))
    await until(async () => {
      await fixture.app.clock.advance(ms)
      return isOver
    })
    const detail = 'The configured model took too long. Nothing was charged; try again in a moment.'
    expect((await draft).end).toMatchObject({ event: 'error', data: { detail } })
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
    await expect.poll(() => fixture.model.asked[0]?.isCutOff).toBe(true)
  })

  test('the user reads so slowly that the credits have been released', async () => {
    const site = await mintDraftSite(fixture.app)
    const response = await openDraft(fixture.app, site.organization, site)
    const reader = response.body!.getReader()
    await reader.read()
    await fixture.app.clock.advance(RELEASE_AFTER_MS)
    const { rows } = await inOrganization(fixture.app, site, (tx) =>
      sql<{ key: string }>`select key from credit_entry where kind = 'hold'`.execute(tx),
    )
    const [, runId = ''] = rows[0]!.key.split(':')
    await releaseStaleReservation(fixture.app.dependencies, { organizationId: site.organizationId, runId })
    let rest = ''
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += Buffer.from(next.value).toString()
    expect(readEvents(rest).end).toMatchObject({ event: 'error', data: { code: 'model_unavailable' } })
    expect(await draftsOf(site)).toEqual([])
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the user hangs up, and the model is told to stop', async () => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = () => ({ kind: 'endless' })
    const response = await openDraft(fixture.app, site.organization, site)
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => entriesOf(site)).toEqual(GIVEN_BACK)
    await expect.poll(() => fixture.model.asked[0]?.isCutOff).toBe(true)
    expect(await draftsOf(site)).toEqual([])
  })

  test('the user hangs up while waiting for the whole answer', async () => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = () => ({ kind: 'silent', pieces: ['Well, '] })
    const gone = new AbortController()
    const answer = openDraft(fixture.app, site.organization, site, { body: { stream: false }, signal: gone.signal })
    await until(() => fixture.model.asked.length === 1)
    gone.abort()
    await answer
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the lead is gone once it is written', async () => {
    const site = await mintDraftSite(fixture.app)
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    fixture.model.script = () => ({ kind: 'say', pieces: ['One ', 'two.'], mayEnd })
    const draft = streamDraft(fixture.app, site.organization, site)
    await until(() => fixture.model.asked.length === 1)
    await inOrganization(fixture.app, site, (tx) => sql`delete from lead where id = ${site.leadId}`.execute(tx))
    letEnd()
    expect((await draft).end).toMatchObject({ event: 'error', data: { code: 'lead_not_found' } })
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('its post is deleted at its source once it is written', async () => {
    const site = await mintDraftSite(fixture.app)
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    fixture.model.script = () => ({ kind: 'say', pieces: ['One ', 'two.'], mayEnd })
    const draft = streamDraft(fixture.app, site.organization, site)
    await until(() => fixture.model.asked.length === 1)
    const { rows } = await inOrganization(fixture.app, site, (tx) =>
      sql<{ id: string }>`
        select external_id as id from post join lead on lead.post_id = post.id where lead.id = ${site.leadId}`.execute(
        tx,
      ),
    )
    await eraseDeletedPosts(fixture.app.dependencies, 'hackernews', [rows[0]!.id])
    letEnd()
    expect((await draft).end).toMatchObject({ event: 'error', data: { code: 'lead_deleted_at_source' } })
    expect(await draftsOf(site)).toEqual([])
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the process dies: a job queued with the reservation releases it', async () => {
    const site = await mintDraftSite(fixture.app)
    fixture.model.script = () => ({ kind: 'silent', pieces: [] })
    const gone = new AbortController()
    const draft = openDraft(fixture.app, site.organization, site, { signal: gone.signal })
    await until(() => fixture.model.asked.length === 1)
    const { rows } = await fixture.app.database.pool.query<{
      payload: { organizationId: string; runId: string }
      s: number
    }>(
      `select payload, extract(epoch from start_after - created_at)::int as s from job
        where name = 'drafts.release' and payload->>'organizationId' = $1`,
      [site.organizationId],
    )
    expect(rows).toMatchObject([{ s: 300 }])
    expect(rows[0]!.s * 1000).toBeGreaterThan(DRAFT_MS_MAX)
    expect(await entriesOf(site)).toEqual([['hold', -2000]])
    const { db, ledger } = fixture.app.dependencies
    await releaseStaleReservation({ db, ledger }, rows[0]!.payload)
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
    await releaseStaleReservation({ db, ledger }, rows[0]!.payload)
    gone.abort()
    await (await draft).body?.cancel()
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the server stops', async () => {
    const stopping = new AbortController()
    const own = await startDraftFixture({ stopping: stopping.signal })
    try {
      own.model.script = () => ({ kind: 'silent', pieces: ['Well, '] })
      const site = await mintDraftSite(own.app)
      const draft = streamDraft(own.app, site.organization, site)
      await until(() => own.model.asked.length === 1)
      stopping.abort()
      const detail = 'Leadlight is being restarted. Nothing was charged; try again in a moment.'
      expect((await draft).end).toMatchObject({ event: 'error', data: { detail } })
      expect(await creditsOf(site.organization)).toBe(100)
    } finally {
      await own.close()
    }
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPosts } from '../../lifecycle/retention/forget-posts.ts'
import { scriptByWord } from '../../testing/doubles/language-model-double.ts'
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
  startDraftStand,
  streamDraft,
  type DraftSite,
  type DraftStand,
  WORDS,
} from '../../testing/draft-stand.ts'
import { inOrganization } from '../../testing/lead-builder.ts'
import { until } from '../../testing/until.ts'
import { RELEASE_AFTER_MS, releaseStaleHold } from './release-job.ts'
import { DRAFT_MS_MAX, FIRST_WORD_MS_MAX, PAUSE_MS_MAX } from './within-time.ts'

let stand: DraftStand
beforeAll(async () => {
  stand = await startDraftStand()
})
afterAll(() => stand.close())
beforeEach(() => {
  stand.model.asked.length = 0
  stand.model.script = SAY_WORDS
})

function ask(site: DraftSite, body: object = {}) {
  return askDraft(site, { body })
}

const entriesOf = (site: DraftSite) => ledgerOf(stand.app, site)
const historyOf = (site: DraftSite) => draftHistoryOf(stand.app, site)

describe('nothing is charged, and the draft before stays, when', () => {
  const failures: [string, string, string][] = [
    ['the model fails before its first word', 'down', 'model_unavailable'],
    ['the connection breaks after some words', 'broken', 'model_unavailable'],
    ['the model fails after some words', 'failing', 'model_unavailable'],
    ['the provider’s filter stops it', 'filtered', 'draft_refused'],
    ['what it sends is no answer', 'garbage', 'model_unavailable'],
  ]
  test.each(failures)('%s', async (_, word, code) => {
    const site = await mintDraftSite(stand.app)
    await ask(site)
    const before = await creditsOf(site.organization)
    stand.model.script = scriptByWord
    const { status, end } = await streamDraft(stand.app, site.organization, site, {
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
    const site = await mintDraftSite(stand.app)
    stand.model.script = ({ instructions }) => ({ kind: 'say', pieces: Array.from(`Sure: ${instructions}`) })
    const { end, deltas } = await streamDraft(stand.app, site.organization, site)
    expect(end).toMatchObject({ event: 'error', data: { code: 'draft_refused' } })
    expect(deltas.join('').length).toBeLessThan(120)
    expect(await draftsOf(site)).toEqual([])
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('nothing of what it writes can be used', async () => {
    const site = await mintDraftSite(stand.app)
    stand.model.script = () => ({ kind: 'say', pieces: ['https://evil.example/a ', 'evil.example'] })
    const reply = await ask(site)
    expect(reply.status).toBe(502)
    expect(reply.problem()).toMatchObject({ code: 'draft_refused' })
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test.each([
    ['does not begin', [], FIRST_WORD_MS_MAX],
    ['pauses for too long', ['Well, '], PAUSE_MS_MAX],
  ])('the model %s', async (_, pieces, ms) => {
    const site = await mintDraftSite(stand.app)
    stand.model.script = () => ({ kind: 'silent', pieces })
    const sleeping = stand.app.clock.sleeping()
    const draft = streamDraft(stand.app, site.organization, site)
    await until(() => stand.model.asked.length === 1 && stand.app.clock.sleeping() > sleeping)
    let isOver = false
    void draft.finally(() => (isOver = true))
    await until(async () => {
      await stand.app.clock.advance(ms)
      return isOver
    })
    const detail = 'The configured model took too long. Nothing was charged; try again in a moment.'
    expect((await draft).end).toMatchObject({ event: 'error', data: { detail } })
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
    await expect.poll(() => stand.model.asked[0]?.isCutOff).toBe(true)
  })

  test('whoever asked reads so slowly that what was held has been given back', async () => {
    const site = await mintDraftSite(stand.app)
    const response = await openDraft(stand.app, site.organization, site)
    const reader = response.body!.getReader()
    await reader.read()
    await stand.app.clock.advance(RELEASE_AFTER_MS)
    const { rows } = await inOrganization(stand.app, site, (tx) =>
      sql<{ key: string }>`select key from credit_entry where kind = 'hold'`.execute(tx),
    )
    const [, runId = ''] = rows[0]!.key.split(':')
    await releaseStaleHold(stand.app.dependencies, { organizationId: site.organizationId, runId })
    let rest = ''
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += Buffer.from(next.value).toString()
    expect(readEvents(rest).end).toMatchObject({ event: 'error', data: { code: 'model_unavailable' } })
    expect(await draftsOf(site)).toEqual([])
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('whoever asked hangs up, and the model is told to stop', async () => {
    const site = await mintDraftSite(stand.app)
    stand.model.script = () => ({ kind: 'endless' })
    const response = await openDraft(stand.app, site.organization, site)
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => entriesOf(site)).toEqual(GIVEN_BACK)
    await expect.poll(() => stand.model.asked[0]?.isCutOff).toBe(true)
    expect(await draftsOf(site)).toEqual([])
  })

  test('whoever asked for it in one piece hangs up', async () => {
    const site = await mintDraftSite(stand.app)
    stand.model.script = () => ({ kind: 'silent', pieces: ['Well, '] })
    const gone = new AbortController()
    const answer = openDraft(stand.app, site.organization, site, { body: { stream: false }, signal: gone.signal })
    await until(() => stand.model.asked.length === 1)
    gone.abort()
    await answer
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the lead is gone by the time it is written', async () => {
    const site = await mintDraftSite(stand.app)
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    stand.model.script = () => ({ kind: 'say', pieces: ['One ', 'two.'], mayEnd })
    const draft = streamDraft(stand.app, site.organization, site)
    await until(() => stand.model.asked.length === 1)
    await inOrganization(stand.app, site, (tx) => sql`delete from lead where id = ${site.leadId}`.execute(tx))
    letEnd()
    expect((await draft).end).toMatchObject({ event: 'error', data: { code: 'lead_not_found' } })
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('its post was deleted at its source by the time it is written', async () => {
    const site = await mintDraftSite(stand.app)
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    stand.model.script = () => ({ kind: 'say', pieces: ['One ', 'two.'], mayEnd })
    const draft = streamDraft(stand.app, site.organization, site)
    await until(() => stand.model.asked.length === 1)
    const { rows } = await inOrganization(stand.app, site, (tx) =>
      sql<{ id: string }>`
        select external_id as id from post join lead on lead.post_id = post.id where lead.id = ${site.leadId}`.execute(
        tx,
      ),
    )
    await forgetPosts(stand.app.dependencies, 'hackernews', [rows[0]!.id])
    letEnd()
    expect((await draft).end).toMatchObject({ event: 'error', data: { code: 'lead_deleted_at_source' } })
    expect(await draftsOf(site)).toEqual([])
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the process dies: a job that came with the hold gives it back', async () => {
    const site = await mintDraftSite(stand.app)
    stand.model.script = () => ({ kind: 'silent', pieces: [] })
    const gone = new AbortController()
    const draft = openDraft(stand.app, site.organization, site, { signal: gone.signal })
    await until(() => stand.model.asked.length === 1)
    const { rows } = await stand.app.database.pool.query<{
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
    const { db, ledger } = stand.app.dependencies
    await releaseStaleHold({ db, ledger }, rows[0]!.payload)
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
    await releaseStaleHold({ db, ledger }, rows[0]!.payload)
    gone.abort()
    await (await draft).body?.cancel()
    expect(await entriesOf(site)).toEqual(GIVEN_BACK)
  })

  test('the server stops', async () => {
    const stopping = new AbortController()
    const own = await startDraftStand({ stopping: stopping.signal })
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

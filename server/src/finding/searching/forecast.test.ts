// Also on the embedded database: it draws posts by their time.
import { getCredits } from '@leadlight/contract/organization'
import { setSourceChannel } from '@leadlight/contract/sources'
import { forecastSignal } from '@leadlight/contract/signal-help'
import { listLeads } from '@leadlight/contract/leads'
import { listIntentSignals } from '@leadlight/contract/signals'
import { forecastSentence } from '@leadlight/domain/forecast'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { savePosts } from '../../core/posts/posts.ts'
import { newPost } from '@leadlight/testing/kept-posts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { BOOKKEEPING, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'

const DAY_MS = 86_400_000
const UNKNOWN = '01900000-0000-7000-8000-000000000000'
const BODY = { intent_signal: BOOKKEEPING, search_days: 28 }
const TRADES = ['designer', 'translator', 'photographer', 'carpenter', 'editor', 'plumber', 'tutor', 'florist']

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await startSearchFixture()
})
afterAll(() => fixture.close())

const SITUATIONS = [
  'I am a freelance designer with a dozen clients. Which invoicing software do you use? Mine loses every second payment reminder.',
  'Freelance translator here, paid in three currencies. What bookkeeping tool can you recommend that handles exchange rates?',
  'Can anybody recommend bookkeeping software for a self-employed photographer? Receipts pile up in shoeboxes under my desk.',
  'My accountant wants proper books at last. As a freelance editor, which invoicing app should I pick that is not a monthly fee?',
  'I freelance as a carpenter between jobs. Looking for recommendations: which bookkeeping software works on a phone?',
  'Started freelancing as a tutor in spring, and tax season scares me. What do you use for invoices and bookkeeping?',
  'Freelance web developer, tired of spreadsheets. Which bookkeeping software would you recommend to send invoices from?',
]
const TOWNS = 'Lisbon Oslo Leeds Porto Graz Tartu Ghent Turin Malmo Brno Cork Nantes Bergen Aarhus Split Vigo Linz Basel Bari Jena'.split(' ') // oxfmt-ignore
const TROUBLES = [
  'Three customers paid late this spring, and I noticed in autumn only.',
  'My receipts fill two drawers, a bag and the glove box of the car.',
  'The spreadsheet broke when I added a second currency and a new tax.',
  'My sister did the accounts until now, but she moves abroad next month.',
  'I send quotes by hand and forget half of them until people ask again.',
  'The bank changed its export and nothing I had set up reads it any more.',
  'An inspector wants five years of papers by the end of next week.',
]
const FAR = [
  'The comet can be seen with bare eyes tonight, just above the western horizon.',
  'Our oak lost a branch in the storm, and the fence with it.',
  'A recipe for plum cake that my grandmother wrote down in 1951.',
]

interface Written {
  daysAgo: number
  text: string
  platform?: string
}

/** A post every day that is far from the signal, and some that ask. */
function month(asking: number, days = 28): Written[] {
  const far = Array.from({ length: days }, (_, daysAgo) => ({ daysAgo, text: `${FAR[daysAgo % 3]} ${'so '.repeat(daysAgo)}` })) // oxfmt-ignore
  const near = Array.from({ length: asking }, (_, at) => ({ daysAgo: (at * 5) % days, text: SITUATIONS[at] ?? '' }))
  return [...far, ...near]
}

/** So many posts that ask, no two in the same words. */
function many(count: number): Written[] {
  return Array.from({ length: count }, (_, at) => {
    const trade = TRADES[at % TRADES.length]
    const town = TOWNS[Math.floor(at / TRADES.length) % TOWNS.length]
    const trouble = TROUBLES[Math.floor(at / 3) % TROUBLES.length]
    const text = `Freelance ${trade} from ${town} here. ${trouble} Which ${at % 2 === 0 ? 'bookkeeping' : 'invoicing'} software can you recommend?`
    return { daysAgo: at % 28, text }
  })
}

/** A feed's posts are the project's own, all others everybody's. */
async function write(org: TestOrganization, projectId: string, posts: readonly Written[]): Promise<void> {
  const rows = posts.map(({ daysAgo, text, platform = 'hacker_news' }, at) => ({
    ...newPost(fixture.app, { externalId: `${projectId}-${at}`, platform, title: null, text }),
    fingerprint: fingerprint(text),
    postedAt: new Date(fixture.app.clock.now().getTime() - (daysAgo + 0.5) * DAY_MS),
  }))
  const project = { organizationId: org.organizationId, projectId }
  const collectedAt = fixture.app.clock.now()
  await inOrganization(fixture.app, project, async (tx) => {
    await savePosts(
      tx,
      rows.filter(({ platform }) => platform === 'feed'),
      { origin: [project], collectedAt },
    )
    await savePosts(
      tx,
      rows.filter(({ platform }) => platform !== 'feed'),
      { origin: 'everybody', collectedAt },
    )
  })
}

async function open() {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  // Posts belong to the installation, so those of the test before are still there.
  await inOrganization(fixture.app, { organizationId: org.organizationId, projectId }, (tx) =>
    sql`delete from post`.execute(tx),
  )
  const forecast = (body = BODY) => org.call(forecastSignal, { params: { projectId }, body })
  return { org, projectId, forecast }
}

describe('a forecast', () => {
  test('cannot be made without posts', async () => {
    const { forecast } = await open()
    expect(await forecast()).toEqual({
      sentence: 'we cannot tell yet: there are no posts to go by.',
      leads_a_week: null,
      cannot_tell: 'no_posts',
      days: 28,
      collected: 0,
      judged: 0,
      kept: 0,
      posts: [],
    })
  })

  test('cannot be made from a few days, and still shows what was found there', async () => {
    const { org, projectId, forecast } = await open()
    await write(org, projectId, month(7, 6))
    const { sentence, cannot_tell, leads_a_week, posts } = await forecast()
    expect(sentence).toBe('we cannot tell yet: there are posts of only 6 days to go by, and it takes 14.')
    expect([cannot_tell, leads_a_week]).toEqual(['too_few_days', null])
    expect(posts.length).toBeGreaterThan(3)
  })

  test('says how many leads a week bring, with examples, and keeps and costs nothing', async () => {
    const { org, projectId, forecast } = await open()
    await write(org, projectId, month(7))
    const before = await org.call(getCredits, {})
    const { sentence, leads_a_week, cannot_tell, collected, judged, kept, posts } = await forecast()

    if (!leads_a_week) throw new Error(sentence)
    expect([sentence, cannot_tell]).toEqual([forecastSentence({ kind: 'interval', ...leads_a_week }), null])
    expect({ collected, judged }).toEqual({ collected: 35, judged: 7 })
    expect(kept).toBeGreaterThanOrEqual(4)
    expect(posts).toHaveLength(kept)
    expect(leads_a_week.low).toBeLessThanOrEqual(kept / 4)
    expect(leads_a_week.high).toBeGreaterThanOrEqual(kept / 4)
    expect(posts.map(({ score }) => score)).toEqual(posts.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(posts.every(({ text, evidence }) => evidence.every(({ start, end }) => text.slice(start, end) !== ''))).toBe(
      true,
    )
    expect((await org.call(listLeads, { params: { projectId } })).total).toBe(0)
    expect(await org.call(listIntentSignals, { params: { projectId } })).toEqual([])
    expect(await org.call(getCredits, {})).toEqual(before)
    expect(await forecast()).toMatchObject({ sentence, judged, kept })
  })

  test('expects next to nothing of a signal that nothing comes near', async () => {
    const { org, projectId, forecast } = await open()
    await write(org, projectId, month(0))
    expect(await forecast()).toMatchObject({ leads_a_week: { low: 0, high: 0 }, judged: 0, posts: [] })
  })

  test('looks at 28 days at least and 91 at most', async () => {
    const { org, projectId, forecast } = await open()
    await write(org, projectId, month(7, 120))
    const seen = await Promise.all([7, 60, 365].map((search_days) => forecast({ ...BODY, search_days })))
    expect(seen.map(({ days }) => days)).toEqual([28, 60, 91])
    expect(seen.map(({ collected }) => collected)).toEqual([28 + 6, 60 + 7, 91 + 7])
  })

  test('judges some of what comes near, and expects leads in the rest', async () => {
    const { org, projectId, forecast } = await open()
    await write(org, projectId, many(160))
    const { judged, kept, leads_a_week, posts } = await forecast()
    expect(judged).toBe(96)
    expect(posts).toHaveLength(10)
    expect(leads_a_week?.high).toBeGreaterThan((kept / 4) * 1.1)
  })
})

describe('the posts of a forecast', () => {
  test('are not those of addresses that others have typed', async () => {
    const { org, projectId, forecast } = await open()
    const stranger = await org.foreign()
    const { id } = await stranger.project()
    const feed = month(7).map((post) => ({ ...post, platform: 'feed' }))
    await write(stranger, id, feed)
    expect(await forecast()).toMatchObject({ collected: 0, cannot_tell: 'no_posts' })
    await write(org, projectId, month(2))
    expect(await forecast()).toMatchObject({ collected: 30, cannot_tell: null })
  })

  test('are not those of a channel that the project has turned off', async () => {
    const { org, projectId, forecast } = await open()
    await write(org, projectId, month(7))
    await org.call(setSourceChannel, { params: { projectId, platform: 'hacker_news' }, body: { on: false } })
    expect(await forecast()).toMatchObject({ collected: 0, posts: [] })
  })
})

describe('a forecast is refused', () => {
  const pathOf = (projectId: string) => `/api/v1/intent_signals/${projectId}/forecast`

  test.each([
    ['without a sentence', { search_days: 28 }],
    ['with an empty sentence', { intent_signal: ' ', search_days: 28 }],
    ['without days', { intent_signal: BOOKKEEPING }],
    ['with no day', { intent_signal: BOOKKEEPING, search_days: 0 }],
    ['with too many days', { intent_signal: BOOKKEEPING, search_days: 366 }],
    ['with half a day', { intent_signal: BOOKKEEPING, search_days: 28.5 }],
  ])('%s', async (_, body) => {
    const { org, projectId } = await open()
    expect((await org.request('POST', pathOf(projectId), { body })).problem()).toMatchObject({ status: 422 })
  })

  test('to guests, and to other organizations as if there were no such project', async () => {
    const { org, projectId } = await open()
    const guest = await org.member('GUEST', { projectIds: [projectId] })
    expect((await guest.request('POST', pathOf(projectId), { body: BODY })).problem().status).toBe(403)

    const stranger = await org.foreign()
    const foreign = (await stranger.request('POST', pathOf(projectId), { body: BODY })).problem()
    const missing = (await stranger.request('POST', pathOf(UNKNOWN), { body: BODY })).problem()
    expect(foreign).toMatchObject({ status: 404, code: 'project_not_found' })
    expect({ ...foreign, request_id: '' }).toEqual({ ...missing, request_id: '' })
  })
})

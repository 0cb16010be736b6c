import { listLeads } from '@leadlight/contract/leads'
import { disableMonitoring, enableMonitoring, listIntentSignals } from '@leadlight/contract/signals'
import { listCoverage, listGaps, listSources, setSourceChannel } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { monitoringScope, organizationScope } from '../../platform/scopes.ts'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { dropOverflow } from './drop-overflow.ts'
import { findDue } from './poll-due.ts'
import { pollWatch } from './poll-watch.ts'
import { refreshListening, refreshStaleListening } from './refresh-listening.ts'
import { selectWatchesOf } from './watch-store.ts'
import { startMonitored, startMonitoringFixture, type MonitoringFixture } from '@leadlight/testing/monitoring-fixture'

const START = '2026-11-02T09:00:00Z'
const WANTED = 'I am a freelancer. Which invoicing or bookkeeping software should I use? I need a recommendation'
const OTHER = 'The weather in the mountains was fine today and we saw many birds'

let fixture: MonitoringFixture
afterEach(() => fixture.close())

function at(minutes: number): Date {
  return new Date(Date.parse(START) + minutes * 60_000)
}

/** Every `every` minutes an unwanted post, and the wanted posts at their minutes, each in its own words. */
function posts({ wantedAt, until, every = 7 }: { wantedAt: readonly number[]; until: number; every?: number }) {
  const others: CorpusPost[] = []
  for (let minute = 0; minute < until; minute += every) {
    others.push(onHackerNews(corpusPost(1_000 + minute, { at: at(minute), words: `${OTHER} ${minute}` })))
  }
  const wanted = wantedAt.map((minute, index) =>
    onHackerNews(corpusPost(1 + index, { at: at(minute), words: `${WANTED} ${sayDifferently(index)}` })),
  )
  return [...others, ...wanted]
}

function onHackerNews(post: CorpusPost): CorpusPost {
  return { ...post, platform: 'hackernews' }
}

/** Makes each text a conversation of its own. */
function sayDifferently(index: number): string {
  const trades = ['designer', 'translator', 'photographer', 'carpenter', 'editor', 'plumber', 'tutor', 'developer']
  const places = ['Lisbon', 'Oslo', 'Porto', 'Ghent', 'Turin', 'Graz', 'Bergen']
  const trade = trades[index % trades.length]
  return `for my small business as a ${trade} from ${places[index % places.length]} with ${index + 2} clients.`
}

async function leadsOf(org: Awaited<ReturnType<MonitoringFixture['app']['organization']>>, projectId: string) {
  const { items } = await org.call(listLeads, { params: { projectId } })
  return items.map((lead) => Number(/number(\d+)$/.exec(lead.title ?? '')?.[1])).toSorted((a, b) => a - b)
}

test('a new post becomes a lead once, however often its window is read', async () => {
  fixture = await startMonitoringFixture({ posts: posts({ wantedAt: [3, 12, 30], until: 60 }), start: START })
  const org = await fixture.app.organization()
  const { projectId } = await startMonitored(org)
  await fixture.pass(10)
  expect(await leadsOf(org, projectId)).toEqual([1])
  await fixture.pass(40)
  expect(await leadsOf(org, projectId)).toEqual([1, 2, 3])
  const looks = await org.call(listCoverage, { params: { projectId } })
  expect(looks.length).toBeGreaterThan(8)
  expect(looks.every(({ error, gap }) => error === null && !gap)).toBe(true)
  // Windows touch, so no time between two polls was left unread.
  for (const [index, look] of looks.slice(0, -1).entries()) {
    expect(Date.parse(look.window_from)).toBeLessThanOrEqual(Date.parse(looks[index + 1]?.window_to ?? ''))
  }
  expect(looks.reduce((sum, { kept }) => sum + kept, 0)).toBeGreaterThanOrEqual(3)
  expect(await org.call(listGaps, { params: { projectId } })).toEqual([])
})

test('an hour in which the platform is down shows as a gap, is recovered, and is charged once', async () => {
  fixture = await startMonitoringFixture({
    posts: posts({ wantedAt: [3, 20, 35, 50, 65, 90], until: 120 }),
    start: START,
    environment: { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' },
  })
  const org = await fixture.app.organization()
  const { projectId } = await startMonitored(org)
  await fixture.pass(15)
  fixture.hackerNews.failNext({ kind: 'status', status: 503 }, 100_000)
  await fixture.pass(8)
  const [gap] = await org.call(listGaps, { params: { projectId } })
  expect(gap).toMatchObject({ platform: 'hacker_news', to: null, lost: false })
  const [source] = await org.call(listSources, { params: { projectId } })
  expect(source).toMatchObject({ platform: 'hacker_news', health: 'failing', error: gap?.reason })
  await fixture.pass(52)
  expect(await leadsOf(org, projectId)).toEqual([1])
  fixture.hackerNews.recover()
  await fixture.pass(30)
  expect(await leadsOf(org, projectId)).toEqual([1, 2, 3, 4, 5, 6])
  const [mended] = await org.call(listGaps, { params: { projectId } })
  expect(mended).toMatchObject({ lost: false, from: gap?.from })
  expect(mended?.backfilled_at).not.toBeNull()
  expect(mended?.recovered).toBeGreaterThan(0)
  const [health] = await org.call(listSources, { params: { projectId } })
  expect(health).toMatchObject({ health: 'working', error: null })
  const [signal] = await org.call(listIntentSignals, { params: { projectId } })
  expect(signal?.monitoring).toMatchObject({ state: 'listening', waiting: 0, spent_this_month: 6 })
})

test('posts wait when the budget is used up, and are judged when it is raised', async () => {
  fixture = await startMonitoringFixture({
    posts: posts({ wantedAt: [3, 5, 9, 14, 22], until: 40 }),
    start: START,
    environment: { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' },
  })
  const org = await fixture.app.organization()
  const { projectId, signalId } = await startMonitored(org, { budget: 2 })
  await fixture.pass(30)
  expect(await leadsOf(org, projectId)).toHaveLength(2)
  const [paused] = await org.call(listIntentSignals, { params: { projectId } })
  expect(paused?.monitoring).toEqual({
    enabled: true,
    monthly_credit_budget: 2,
    spent_this_month: 2,
    state: 'paused',
    waiting: 3,
    note: "3 posts wait to be judged: this month's budget is used up. They are judged from 1 Dec 2026 on, or sooner with a higher budget.",
  })
  const params = { projectId, id: signalId }
  await org.call(enableMonitoring, { params, body: { monthly_credit_budget: 4 } })
  await fixture.pass(1)
  expect(await leadsOf(org, projectId)).toHaveLength(4)
  await fixture.app.clock.set('2026-12-01T00:01:00Z')
  await fixture.pass(1)
  expect(await leadsOf(org, projectId)).toHaveLength(5)
  const [renewed] = await org.call(listIntentSignals, { params: { projectId } })
  expect(renewed?.monitoring).toMatchObject({ state: 'listening', waiting: 0, spent_this_month: 1, note: null })
})

test('posts from before a signal is monitored cost nothing', async () => {
  fixture = await startMonitoringFixture({ posts: posts({ wantedAt: [3, 5, 14], until: 40 }), start: START })
  const org = await fixture.app.organization()
  await startMonitored(await fixture.app.organization())
  await fixture.pass(9)
  const { projectId } = await startMonitored(org)
  await fixture.pass(15)
  expect(await leadsOf(org, projectId)).toEqual([3])
})

test('the coverage ledger keeps earlier polls when monitoring is turned off and on', async () => {
  fixture = await startMonitoringFixture({ posts: posts({ wantedAt: [3], until: 40 }), start: START })
  const org = await fixture.app.organization()
  const { projectId, signalId } = await startMonitored(org)
  const params = { projectId, id: signalId }
  await fixture.pass(9)
  fixture.hackerNews.failNext({ kind: 'status', status: 503 }, 100_000)
  await fixture.pass(6)
  await org.call(disableMonitoring, { params })
  await fixture.pass(1)
  const looked = await org.call(listCoverage, { params: { projectId } })
  const [blind] = await org.call(listGaps, { params: { projectId } })
  expect(looked.length).toBeGreaterThan(3)
  expect(blind).toMatchObject({ lost: true, backfilled_at: null })
  fixture.hackerNews.recover()
  await org.call(enableMonitoring, { params, body: { monthly_credit_budget: 5 } })
  await fixture.pass(9)
  expect(await org.call(listGaps, { params: { projectId } })).toEqual([blind])
  const since = (await org.call(listCoverage, { params: { projectId } })).slice(0, -looked.length)
  expect(since.length).toBeGreaterThan(0)
  expect(since.every(({ error, gap }) => error === null && !gap)).toBe(true)
  expect((await org.call(listCoverage, { params: { projectId } })).slice(-looked.length)).toEqual(looked)
})

test('disabling monitoring drops waiting posts and stops all polls', async () => {
  fixture = await startMonitoringFixture({
    posts: posts({ wantedAt: [3, 5, 22], until: 40 }),
    start: START,
    environment: { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' },
  })
  const org = await fixture.app.organization()
  const { projectId, signalId } = await startMonitored(org, { budget: 1 })
  await fixture.pass(10)
  const { monitoring } = await org.call(disableMonitoring, { params: { projectId, id: signalId } })
  expect(monitoring).toMatchObject({ enabled: false, state: 'off', waiting: 0, note: null, monthly_credit_budget: 1 })
  await fixture.pass(1)
  const asked = fixture.hackerNews.questions.length
  await fixture.pass(20)
  expect(fixture.hackerNews.questions).toHaveLength(asked)
  expect(await leadsOf(org, projectId)).toHaveLength(1)
})

test('monitoring polls a source once it is added, and stops when it is removed', async () => {
  fixture = await startMonitoringFixture({ posts: posts({ wantedAt: [], until: 10 }), start: START })
  const { app } = fixture
  const monitoring = { ...fixture.monitoring, platformSources: app.dependencies.matching.platformSources }
  const org = await app.organization()
  const { projectId } = await startMonitored(org)
  const ids = { organizationId: org.organizationId, projectId }
  await refreshListening(monitoring, ids)
  const platforms = async () => {
    const watches = await app.db.transaction(organizationScope(org.organizationId), (tx) =>
      selectWatchesOf(tx, org.organizationId, projectId),
    )
    return [...new Set(watches.map(({ platform }) => platform))]
  }
  expect(await platforms()).toEqual(['hacker_news', 'stack_exchange'])
  await org.call(setSourceChannel, { params: { projectId, platform: 'stack_exchange' }, body: { on: false } })
  await refreshStaleListening(monitoring)
  expect(await platforms()).toEqual(['hacker_news'])
  await org.call(setSourceChannel, { params: { projectId, platform: 'stack_exchange' }, body: { on: true } })
  await refreshStaleListening(monitoring)
  expect(await platforms()).toEqual(['hacker_news', 'stack_exchange'])
})

test('a project that fails to update holds up no other', async () => {
  fixture = await startMonitoringFixture({ posts: posts({ wantedAt: [], until: 10 }), start: START })
  const { app } = fixture
  const org = await app.organization()
  const projects = [await startMonitored(org), await startMonitored(org)].map(({ projectId }) => projectId).toSorted()
  for (const projectId of projects) {
    await org.call(setSourceChannel, { params: { projectId, platform: 'stack_exchange' }, body: { on: false } })
  }
  let asked = 0
  const newId = () => {
    asked += 1
    if (asked === 1) throw new Error('The first of them cannot be decided.')
    return app.dependencies.newId()
  }
  await expect(refreshStaleListening({ ...fixture.monitoring, newId })).rejects.toThrow('The first of them')
  const { rows } = await app.db.transaction(monitoringScope(), (tx) =>
    sql<{ id: string }>`select distinct project_id as id from watch_project`.execute(tx),
  )
  expect(rows.map(({ id }) => id)).toEqual(projects.slice(1))
})

test('posts older than monitoring catches up with count as lost', async () => {
  fixture = await startMonitoringFixture({
    posts: posts({ wantedAt: [3, 60, 50_000], until: 20 }),
    start: START,
  })
  const org = await fixture.app.organization()
  const { projectId } = await startMonitored(org)
  await fixture.pass(5)
  await fixture.app.clock.set(at(60_000))
  await fixture.pass(2)
  expect(await leadsOf(org, projectId)).toEqual([1, 3])
  const gaps = await org.call(listGaps, { params: { projectId } })
  expect(gaps.map(({ lost, backfilled_at }) => [lost, backfilled_at !== null])).toEqual([
    [false, true],
    [true, false],
  ])
  expect(gaps[1]?.to).toBe(gaps[0]?.from)
})

test('a worker that dies in mid-read and stays away for hours leaves one "not running" gap', async () => {
  fixture = await startMonitoringFixture({ posts: posts({ wantedAt: [3, 20, 200, 400], until: 20 }), start: START })
  const org = await fixture.app.organization()
  const { projectId } = await startMonitored(org)
  await fixture.pass(16)
  await fixture.app.clock.advance(3 * 60_000)
  const [watchId = ''] = await findDue(fixture.monitoring)
  const dying = { ...fixture.monitoring, checkpoint: () => Promise.reject(new Error('killed')) }
  const { signal } = new AbortController()
  await expect(pollWatch(dying, { watchId, signal })).rejects.toThrow('killed')
  await fixture.app.clock.set(at(420))
  await fixture.pass(2)
  expect(await leadsOf(org, projectId)).toEqual([1, 2, 3, 4])
  const [gap, ...others] = await org.call(listGaps, { params: { projectId } })
  expect(others).toEqual([])
  expect(gap).toMatchObject({ reason: 'Leadlight was not running.', lost: false, recovered: 4 })
  expect(gap?.to).toBe(at(421).toISOString())
  expect(gap?.backfilled_at).not.toBeNull()
})

test('a budget of zero pauses monitoring, and the oldest waiting posts are dropped and counted', async () => {
  fixture = await startMonitoringFixture({
    posts: posts({ wantedAt: [3, 5, 9, 14, 22], until: 40 }),
    start: START,
    environment: { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' },
  })
  const org = await fixture.app.organization()
  const { projectId, signalId } = await startMonitored(org, { budget: 0 })
  const note = async () => (await org.call(listIntentSignals, { params: { projectId } }))[0]?.monitoring
  expect(await note()).toMatchObject({
    state: 'paused',
    note: 'Nothing is judged: the monthly budget is 0. What comes in waits until it is raised.',
  })
  await fixture.pass(30)
  expect(await note()).toMatchObject({ state: 'paused', waiting: 5 })
  await dropOverflow(fixture.monitoring, { waitingMax: 2 })
  await dropOverflow(fixture.monitoring, { waitingMax: 2 })
  expect(await note()).toMatchObject({
    waiting: 2,
    note: 'Nothing is judged: the monthly budget is 0. 2 posts wait until it is raised. 3 older posts were let go unjudged, as too many waited.',
  })
  const looks = await org.call(listCoverage, { params: { projectId } })
  expect(looks.reduce((sum, { kept }) => sum + kept, 0)).toBe(5)
  expect(looks.reduce((sum, { let_go: letGo }) => sum + letGo, 0)).toBe(3)
  await org.call(enableMonitoring, { params: { projectId, id: signalId }, body: { monthly_credit_budget: 100 } })
  await fixture.pass(1)
  // The last to arrive.
  expect(await leadsOf(org, projectId)).toEqual([4, 5])
  expect(await note()).toMatchObject({ state: 'listening', waiting: 0, note: null, spent_this_month: 2 })
})

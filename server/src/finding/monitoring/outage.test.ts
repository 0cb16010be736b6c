import { createIntentSignal, enableMonitoring, listIntentSignals } from '@leadlight/contract/signals'
import { listGaps, listSources, type CoverageGap, type Source } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import type { Fault } from '@leadlight/testing/doubles/double-server'
import { startMonitoringDriver, type MonitoringDriver } from '@leadlight/testing/monitoring-driver'
import { POLLED, type Polled } from '@leadlight/testing/monitored-platforms'
import { pollEvery } from './poll-times.ts'

const START = new Date('2026-11-02T09:00:00Z')
/** Each platform's signal has its own words, so that its project finds only that platform's posts. */
const ASKED: Record<Polled, [who: string, what: string]> = {
  hacker_news: ['Freelancers', 'invoicing software'],
  stack_exchange: ['Teachers', 'plagiarism checker'],
  github: ['Developers', 'error tracking tool'],
  bluesky: ['Farmers', 'weather station'],
  feed: ['Landlords', 'rent collection app'],
  discourse: ['Podcasters', 'audio hosting'],
  lemmy: ['Lawyers', 'document signing tool'],
  mastodon: ['Gym owners', 'membership software'],
  dev: ['Recruiters', 'applicant tracking system'],
}
const FAULTS: Record<Polled, Fault> = {
  hacker_news: { kind: 'status', status: 503 },
  stack_exchange: { kind: 'reset' },
  github: { kind: 'html' },
  bluesky: { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
  feed: { kind: 'reset_mid_body' },
  discourse: { kind: 'hang' },
  lemmy: { kind: 'status', status: 502 },
  mastodon: { kind: 'reset' },
  dev: { kind: 'html' },
}
const PLACES = ['Oslo', 'Porto', 'Ghent', 'Turin', 'Graz', 'Bergen']
/** Minutes of the wanted posts: one before the outage at 9:15, four during it, one after. */
const WANTED_AT = [9, 20, 35, 50, 65, 90]
const DOWN_AT = 15
const UP_AT = 75
const END_AT = 140

interface Seen {
  gaps: CoverageGap[]
  sources: Source[]
  /** The wanted posts that are leads, once per lead. */
  found: number[]
}

let driver: MonitoringDriver
/** What each platform's project showed: when it went down, two intervals later, before it came back, and long after. */
const shown = new Map<Polled, { before: Seen; noticed: Seen; down: Seen; after: Seen }>()
const spent = new Map<Polled, unknown>()
const judgements = new Map<Polled, number>()

function at(minutes: number): Date {
  return new Date(START.getTime() + minutes * 60_000)
}

function postsOf(platform: Polled): CorpusPost[] {
  const [who, what] = ASKED[platform]
  const others = Array.from({ length: 36 }, (_, n) =>
    corpusPost(1_000 + n, { at: at(n * 5 - 60), words: `We saw ${n} birds over the mountains today; fine weather.` }),
  )
  const one = who.toLowerCase().replace(/s$/, '')
  const wanted = WANTED_AT.map((minute, n) => {
    const words = `I am a ${one} from ${PLACES[n]} with ${n + 2} clients. Which ${what} should I use? I need a recommendation.`
    return corpusPost(1 + n, { at: at(minute), words })
  })
  return [...others, ...wanted]
}

beforeAll(async () => {
  driver = await startMonitoringDriver({
    posts: new Map(POLLED.map((platform) => [platform, postsOf(platform)])),
    start: START,
    environment: { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000', STACK_EXCHANGE_KEY: 'made-up' },
  })
  const org = await driver.app.organization()
  const projects = new Map<Polled, { projectId: string }>()
  for (const platform of POLLED) {
    const { id: projectId } = await org.project()
    const params = { projectId }
    await driver.addSource(org, projectId, platform)
    const [who, what] = ASKED[platform]
    const body = { intent_signal: `${who} asking which ${what} to use` }
    const { id } = await org.call(createIntentSignal, { params, body })
    await org.call(enableMonitoring, { params: { projectId, id }, body: { monthly_credit_budget: 100 } })
    await driver.listen({ organizationId: org.organizationId, projectId })
    projects.set(platform, params)
  }
  const ask = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> => {
    const scope = organizationScope(org.organizationId)
    return (await driver.app.db.transaction(scope, (tx) => query.execute(tx))).rows
  }

  async function look(platform: Polled): Promise<Seen> {
    const params = projects.get(platform) ?? { projectId: '' }
    const rows = await ask(sql<{ body: string }>`
      select post.body from lead join post on post.id = lead.post_id
      where lead.project_id = ${params.projectId} and post.platform = ${platform}`)
    const gaps = await org.call(listGaps, { params })
    const sources = await org.call(listSources, { params })
    return {
      gaps: gaps.filter((gap) => gap.platform === platform),
      sources: sources.filter((source) => source.platform === platform),
      found: rows.map(({ body }) => Number(/number(\d+)/.exec(body)?.[1])).toSorted((a, b) => a - b),
    }
  }

  async function lookAt<T>(
    platforms: readonly Polled[],
    see: (platform: Polled) => Promise<T>,
  ): Promise<Map<Polled, T>> {
    const seen = new Map<Polled, T>()
    for (const platform of platforms) seen.set(platform, await see(platform))
    return seen
  }

  await driver.passUntil(at(DOWN_AT))
  const before = await lookAt(POLLED, look)
  for (const platform of POLLED) driver.platforms.doubles.get(platform)?.failNext(FAULTS[platform], 100_000)
  const intervals = new Map(
    POLLED.map((platform) => {
      const loads = [{ watches: 18, projects: 1, listening: 1 }]
      return [platform, pollEvery(driver.monitoring, { platform }, { loads, isStreamed: false })]
    }),
  )
  const noticed = new Map<Polled, Seen>()
  for (const platform of POLLED.toSorted((a, b) => (intervals.get(a) ?? 0) - (intervals.get(b) ?? 0))) {
    await driver.passUntil(new Date(at(DOWN_AT).getTime() + 2 * (intervals.get(platform) ?? 0)))
    noticed.set(platform, await look(platform))
  }
  await driver.passUntil(at(UP_AT))
  const down = await lookAt(POLLED, look)
  for (const platform of POLLED) driver.platforms.doubles.get(platform)?.recover()
  await driver.passUntil(at(END_AT))
  for (const platform of POLLED) {
    const [first, second, third] = [before, noticed, down].map((seen) => seen.get(platform))
    if (first && second && third)
      shown.set(platform, { before: first, noticed: second, down: third, after: await look(platform) })
    const [signal] = await org.call(listIntentSignals, { params: projects.get(platform) ?? { projectId: '' } })
    spent.set(platform, signal?.monitoring)
    judgements.set(platform, (await ask(sql`select from judgement where intent_signal_id = ${signal?.id}`)).length)
  }
}, 300_000)
afterAll(() => driver.close())

test.each(POLLED)('an hour in which %s is down shows as a gap, is recovered, and is charged once', (platform) => {
  const seen = shown.get(platform)
  expect(seen?.before.found).toEqual([1])
  expect(seen?.noticed.gaps.length).toBeGreaterThan(0)
  for (const gap of seen?.noticed.gaps ?? []) expect(gap).toMatchObject({ to: null, backfilled_at: null, lost: false })
  expect(new Set(seen?.noticed.sources.map(({ health }) => health))).toEqual(new Set(['failing']))
  expect(seen?.down.found).toEqual([1])
  expect(seen?.after.found).toEqual([1, 2, 3, 4, 5, 6])
  expect(seen?.after.gaps).toHaveLength(seen?.noticed.gaps.length ?? 0)
  for (const gap of seen?.after.gaps ?? []) {
    expect(gap.lost).toBe(false)
    expect(gap.backfilled_at).not.toBeNull()
  }
  expect(seen?.after.gaps.reduce((sum, { recovered }) => sum + recovered, 0)).toBeGreaterThanOrEqual(4)
  expect(new Set(seen?.after.sources.map(({ health }) => health))).toEqual(new Set(['working']))
  expect(spent.get(platform)).toMatchObject({
    state: 'listening',
    waiting: 0,
    spent_this_month: judgements.get(platform),
  })
})

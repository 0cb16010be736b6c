import { listLeads } from '@leadlight/contract/leads'
import { createIntentSignal, enableMonitoring } from '@leadlight/contract/signals'
import { addFeed, listCoverage, listGaps, setSourceChannel } from '@leadlight/contract/sources'
import { afterEach, expect, test } from 'vitest'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { startMonitoringDriver, type MonitoringDriver } from '@leadlight/testing/monitoring-driver'
import { MONITORED } from '@leadlight/testing/monitoring-fixture'
import { wantedPost } from '@leadlight/testing/stream-fixture'

const START = new Date('2026-11-02T09:00:00Z')
const HOUR_MS = 3_600_000

let driver: MonitoringDriver
afterEach(() => driver.close())

function hours(after: number): Date {
  return new Date(START.getTime() + after * HOUR_MS)
}

function said(number: number, { at, listedAt = at }: { at: number; listedAt?: number }): CorpusPost {
  return { ...corpusPost(number, { at: hours(at), words: wantedPost(number) }), listedAt: hours(listedAt) }
}

/** A signal that listens to one feed only. */
async function listening(posts: readonly CorpusPost[], { entriesMax = 1_000, path = '/feeds/rss' } = {}) {
  const before = said(1_000, { at: -100 })
  driver = await startMonitoringDriver({
    posts: new Map([['feed', [before, ...posts]]]),
    start: START,
    entriesMax,
    pollsPerDay: 48,
  })
  const org = await driver.app.organization()
  const { id: projectId } = await org.project()
  const params = { projectId }
  for (const platform of ['hacker_news', 'stack_exchange', 'github', 'bluesky']) {
    await org.call(setSourceChannel, { params: { projectId, platform }, body: { on: false } })
  }
  await org.call(addFeed, { params, body: { url: `${driver.platforms.doubles.get('feed')?.url}${path}` } })
  const { id } = await org.call(createIntentSignal, { params, body: { intent_signal: MONITORED } })
  await org.call(enableMonitoring, { params: { projectId, id }, body: { monthly_credit_budget: 100 } })
  await driver.listen({ organizationId: org.organizationId, projectId })
  const ofFeed = ({ platform }: { platform: string }) => platform === 'feed'
  return {
    async leads() {
      const { items } = await org.call(listLeads, { params, query: { limit: '100' } })
      return items.map(({ title }) => Number(/number(\d+)/.exec(title ?? '')?.[1])).toSorted((a, b) => a - b)
    },
    seen: async () =>
      (await org.call(listCoverage, { params })).filter(ofFeed).reduce((sum, { seen, kept }) => sum + seen + kept, 0),
    gaps: async () => (await org.call(listGaps, { params })).filter(ofFeed),
  }
}

test('a post that a feed lists a day after its date is found once and counted once', async () => {
  const project = await listening([
    said(1, { at: 1 }),
    said(2, { at: 3, listedAt: 29 }),
    said(3, { at: 30 }),
    said(4, { at: -5, listedAt: 31 }),
  ])
  await driver.passUntil(hours(28))
  expect(await project.leads()).toEqual([1])
  await driver.passUntil(hours(40))
  // The fourth was posted before anybody listened.
  expect(await project.leads()).toEqual([1, 2, 3])
  expect(await project.seen()).toBe(3 + 3)
  expect(await project.gaps()).toEqual([])
})

test('a gap counts as recovered only the posts missed during the outage', async () => {
  const project = await listening([said(1, { at: 1 }), said(2, { at: 2 }), said(3, { at: 5 }), said(4, { at: 6 })])
  await driver.passUntil(hours(4))
  driver.platforms.doubles.get('feed')?.failNext({ kind: 'status', status: 503 }, 100_000)
  await driver.passUntil(hours(7))
  driver.platforms.doubles.get('feed')?.recover()
  await driver.passUntil(hours(8))
  expect(await project.leads()).toEqual([1, 2, 3, 4])
  expect(await project.gaps()).toEqual([expect.objectContaining({ recovered: 2, lost: false })])
})

test('a short feed loses nothing until more is posted between two polls than it lists', async () => {
  const few = [1, 2, 3].map((number) => said(number, { at: number }))
  const many = [4, 5, 6, 7, 8].map((number) => said(number, { at: 10 + number / 100 }))
  const project = await listening([...few, ...many], { entriesMax: 2 })
  await driver.passUntil(hours(9))
  expect(await project.leads()).toEqual([1, 2, 3])
  expect(await project.gaps()).toEqual([])
  await driver.sleepUntil(hours(10.5))
  await driver.passUntil(hours(11))
  expect(await project.leads()).toEqual([1, 2, 3, 7, 8])
  expect((await project.gaps()).map(({ lost }) => lost)).toEqual([true])
})

test('a feed without dates is read once, and reports no loss', async () => {
  const project = await listening([said(1, { at: 1 }), said(2, { at: 2 })], { path: '/undated' })
  await driver.passUntil(hours(20))
  // Posts listed before anybody listened may be of any age.
  expect(await project.leads()).toEqual([1, 2])
  expect(await project.seen()).toBe(3 + 2)
  expect(await project.gaps()).toEqual([])
})

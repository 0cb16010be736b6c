import { getCoverageInsights } from '@leadlight/contract/insights'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { asOnHackerNews } from '@leadlight/testing/doubles/hacker-news-double'
import { startMonitored, startMonitoringFixture, type MonitoringFixture } from '@leadlight/testing/monitoring-fixture'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPosts } from './draw-posts.ts'

const START = '2026-11-20T08:00:00Z'
const EVERY_MS = 5_000
const POSTS = 240
const HOUR_MS = 3_600_000
const { signal } = new AbortController()

let fixture: MonitoringFixture
beforeAll(async () => {
  const posts = Array.from({ length: POSTS }, (_, at) =>
    asOnHackerNews(
      corpusPost(at + 1, { at: new Date(Date.parse(START) + at * EVERY_MS), words: `the tide at noon ${at}` }),
    ),
  )
  fixture = await startMonitoringFixture({ posts, start: START })
})
afterAll(() => fixture.close())

interface DrawRow {
  external_id: string
  met_at: Date | null
  missed_at: Date | null
}

test('posts drawn at random are met, missed or gone, and the share of those met is shown where the project listens', async () => {
  const { app, hackerNews, monitoring } = fixture
  const org = await app.organization()
  const other = await app.organization()
  const { projectId } = await startMonitored(org)
  const { id: deaf } = await other.project()
  const ids = hackerNews.items.map(({ id }) => id)
  for (const id of ids) if (id % 3 === 0) hackerNews.hide(id)
  await fixture.pass(20)
  await drawPosts(monitoring, signal)
  const ask = await openUnfenced(app.database)
  const rows = () => ask<DrawRow>('select external_id, met_at, missed_at from watch_draw order by external_id')
  // What was not read yet is met by the next window.
  await fixture.pass(6)
  const drawn = await rows()
  expect(drawn.length).toBeGreaterThan(3)
  const open = drawn.filter(({ met_at: at }) => at === null).map(({ external_id: id }) => Number(id))
  expect(open.length).toBeGreaterThan(1)
  expect(open.every((id) => id % 3 === 0)).toBe(true)

  // Not again within the hour.
  await drawPosts(monitoring, signal)
  expect(await rows()).toEqual(drawn)

  const [gone] = open
  hackerNews.remove(gone ?? 0, 'deleted')
  await app.clock.advance(7 * HOUR_MS)
  // What listening has yet to read is not missed, and before that would be drawn from anew.
  await ask('update watch set drawn_at = $1', [app.clock.now()])
  await drawPosts(monitoring, signal)
  expect(await rows()).toEqual(drawn)
  await fixture.pass(1)
  await drawPosts(monitoring, signal)
  const settled = await rows()
  // Where nothing was posted, nothing is drawn, and is not asked for again within the hour either.
  const looks = () => ask<{ drawn_at: Date }>('select drawn_at from watch where platform = $1', ['hacker_news'])
  await app.clock.advance(2 * HOUR_MS)
  await fixture.pass(1)
  await drawPosts(monitoring, signal)
  const looked = await looks()
  expect(looked).toEqual([{ drawn_at: app.clock.now() }])
  await fixture.pass(1)
  await drawPosts(monitoring, signal)
  expect(await looks()).toEqual(looked)
  expect(await rows()).toEqual(settled)
  expect(settled.map(({ external_id: id }) => Number(id))).not.toContain(gone)
  expect(settled.filter(({ missed_at: at }) => at !== null).map(({ external_id: id }) => Number(id))).toEqual(
    open.filter((id) => id !== gone),
  )
  const query = { from: '2026-11-14', to: '2026-11-20', time_zone: 'UTC' }
  const { sources } = await org.call(getCoverageInsights, { params: { projectId }, query })
  const count = settled.length
  expect(sources.find(({ platform }) => platform === 'hacker_news')?.captured).toMatchObject({
    drawn: count,
    share: (count - open.length + 1) / count,
  })
  const foreign = await other.call(getCoverageInsights, { params: { projectId: deaf }, query })
  expect(foreign.sources.flatMap(({ captured }) => captured ?? [])).toEqual([])
})

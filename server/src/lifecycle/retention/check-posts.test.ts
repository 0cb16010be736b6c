import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { loadCorpus } from '@leadlight/testing/doubles/corpus'
import { startBlueskyDouble, type BlueskyDouble } from '@leadlight/testing/doubles/bluesky-double'
import { startHackerNewsDouble, type HackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import { startLemmyDouble, type LemmyDouble } from '@leadlight/testing/doubles/lemmy-double'
import { keepLead, keepPosts, newPost, retentionOf } from '@leadlight/testing/kept-posts'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { checkPosts } from './check-posts.ts'

const HOUR_MS = 3_600_000
const NOW = '2026-11-02T09:00:00Z'

let app: TestApp
let hackerNews: HackerNewsDouble
let bluesky: BlueskyDouble
let lemmies: LemmyDouble[]
beforeAll(async () => {
  const clock = createManualClock(NOW)
  const posts = await loadCorpus({ now: clock.now() })
  hackerNews = await startHackerNewsDouble({ posts, clock })
  bluesky = await startBlueskyDouble({ posts: posts.slice(0, 200) })
  lemmies = await Promise.all([startLemmyDouble({ posts }), startLemmyDouble({ posts })])
  app = await startTestApp({
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      BLUESKY_API_URL: bluesky.pdsUrl,
      BLUESKY_IDENTIFIER: bluesky.key.identifier,
      BLUESKY_APP_PASSWORD: bluesky.key.password,
      OUTBOUND_ALLOW: lemmies.map(({ hostAndPort }) => hostAndPort).join(','),
    },
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([hackerNews.close(), bluesky.close(), ...lemmies.map((lemmy) => lemmy.close())])
})

/** Checks as the job does, moving time on past the platforms' waits. */
async function check(): Promise<void> {
  const running = checkPosts(retentionOf(app), new AbortController().signal).then(() => true)
  await until(async () => {
    await app.clock.advance(100)
    return Promise.race([running, systemClock.sleep(10).then(() => false)])
  })
}

async function goneOf(externalIds: readonly string[]): Promise<string[]> {
  const ask = await openUnfenced(app.database)
  const rows = await ask<{ external_id: string }>(
    `select wanted as external_id from unnest($1::text[]) as wanted
      where not exists (select from post where external_id = wanted and gone_at is null) order by 1`,
    [externalIds],
  )
  return rows.map((row) => row.external_id)
}

async function uris(): Promise<string[]> {
  const answer = await app.dependencies.matching.channels
    .find(({ platform }) => platform === 'bluesky')!
    .search({
      query: { words: '', phrases: [], exclude: [] },
      source: null,
      since: new Date('2020-01-01T00:00:00Z'),
      until: new Date(NOW),
      cursor: null,
      limit: 90,
      signal: new AbortController().signal,
    })
  return answer.posts.map((post) => post.externalId)
}

test('where the terms give a time, every post is looked up within it, a lead or not', async () => {
  const site = await mintLeadSite(app)
  const ids = await uris()
  expect(ids.length).toBeGreaterThan(60)
  const posts = ids.map((externalId) =>
    newPost(app, { externalId, platform: 'bluesky', url: `https://bsky.app/${externalId.slice(-6)}` }),
  )
  await keepPosts(app, site, posts)
  await keepLead(app, [site], posts[0]!)
  const [lead = '', nobodys = '', late = ''] = [ids[0], ids[1], ids.at(-1)]
  for (const id of [lead, nobodys, late]) bluesky.remove(id)

  await app.clock.advance(11 * HOUR_MS)
  await check()
  expect(await goneOf(ids)).toEqual([])
  await app.clock.advance(2 * HOUR_MS)
  await check()
  expect(await goneOf(ids)).toEqual([lead, nobodys, late].toSorted())
  const ask = await openUnfenced(app.database)
  expect(
    await ask(
      'select lead.title from lead join post on post.id = lead.post_id where post.external_id = $1 and source_deleted_at is not null',
      [lead],
    ),
  ).toEqual([{ title: null }])

  const asked = bluesky.questions.length
  await app.clock.advance(HOUR_MS)
  await check()
  expect(bluesky.questions.length).toBe(asked)
})

test('where the terms give no time, leads are looked up once a week and nothing else is', async () => {
  const site = await mintLeadSite(app)
  const [one, two, three] = hackerNews.items.map(({ id }) => id) as [number, number, number]
  const at = (id: number) => newPost(app, { externalId: String(id), url: `https://news.ycombinator.com/item?id=${id}` })
  await keepPosts(app, site, [one, two, three].map(at))
  await keepLead(app, [site], at(one))
  await keepLead(app, [site], at(two))
  hackerNews.remove(one, 'dead')
  hackerNews.remove(three, 'deleted')
  await app.clock.advance(6 * 24 * HOUR_MS)
  await check()
  expect(await goneOf([String(one), String(two), String(three)])).toEqual([])
  await app.clock.advance(25 * HOUR_MS)
  await check()
  expect(await goneOf([String(one), String(two), String(three)])).toEqual([String(one)])
})

test('a server that is down delays no other, and is asked again an hour later', async () => {
  const site = await mintLeadSite(app)
  const [away, well] = lemmies as [LemmyDouble, LemmyDouble]
  const at = (lemmy: LemmyDouble, id: number) => `${lemmy.instanceUrl}/post/${id}`
  const ids = [at(away, 1), at(away, 2), at(well, 1), at(well, 2)]
  const kept = ids.map((url) => newPost(app, { externalId: url, platform: 'lemmy', url }))
  await keepPosts(app, site, kept)
  for (const lemmy of [away, well]) lemmy.remove(1, 'deleted')
  await app.clock.advance(13 * HOUR_MS)
  away.failNext({ kind: 'status', status: 503 })
  await check()
  expect(await goneOf(ids)).toEqual([at(well, 1)])
  expect(
    app.log.lines.filter(({ message }) => message === 'posts could not be looked up at their source'),
  ).toHaveLength(1)

  const asked = away.questions.length
  await check()
  expect(away.questions.length).toBe(asked)
  await app.clock.advance(HOUR_MS)
  await check()
  expect(await goneOf(ids)).toEqual([at(away, 1), at(well, 1)].toSorted())
})

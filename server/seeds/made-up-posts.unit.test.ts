import { expect, test } from 'vitest'
import { newestOf, readMadeUpPosts } from './made-up-posts.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY_SECONDS = 86_400

test('the posts of the demo fill ninety days up to its start, on eight platforms', async () => {
  const posts = await readMadeUpPosts(NOW)
  const written = posts.filter(({ id }) => id.startsWith('written-'))
  const counts = Map.groupBy(written, ({ platform }) => platform)
  expect([...counts.keys()].toSorted()).toEqual([
    'dev',
    'discourse',
    'feed',
    'hackernews',
    'lemmy',
    'mastodon',
    'reddit',
    'stackexchange',
  ])
  expect(Math.min(...[...counts.values()].map(({ length }) => length))).toBeGreaterThan(3)
  const ages = written.map(({ time }) => (NOW.getTime() / 1000 - time) / DAY_SECONDS)
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeLessThan(90)
  // No two weeks are empty, so that insights have a shape.
  const weeks = new Set(ages.map((days) => Math.floor(days / 14)))
  expect(weeks).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))
})

test('no two posts share an id or a text, and each platform lists its own, newest first', async () => {
  const posts = await readMadeUpPosts(NOW)
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
  expect(new Set(posts.map(({ text }) => text)).size).toBe(posts.length)
  const times = newestOf(posts, 'mastodon').map(({ time }) => time)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

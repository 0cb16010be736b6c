import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChannelPost, SearchPage, SearchRequest } from './channel.ts'
import { searchListing, type ListingPage } from './listing-pages.ts'

const EVERYTHING = { words: '', phrases: [], exclude: [] }
const { signal } = new AbortController()

function post(number: number, second: number): ChannelPost {
  return {
    platform: 'made_up',
    externalId: String(number),
    kind: 'post',
    url: `https://posts.example/${number}`,
    author: null,
    title: null,
    text: `number${number}`,
    postedAt: new Date(second * 1000),
    community: null,
    replies: null,
    points: null,
    license: null,
  }
}

/** A list that may get a new post on top after each page. */
function createList(posts: ChannelPost[], pageSize: number, depth = Infinity) {
  const list = posts.toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime())
  let arriving = 1_000
  return {
    read(place: string | null, size: number): Promise<ListingPage> {
      const from = Number(place ?? 0)
      const taken = Math.min(size, pageSize)
      const shown = list.slice(0, depth).slice(from, from + taken)
      const end = from + taken
      return Promise.resolve({
        posts: shown,
        received: shown.length,
        next: end < Math.min(list.length, depth) ? String(end) : null,
        limits: null,
      })
    },
    arrive: () => void (arriving < 1_007 && list.unshift(post(arriving++, 100_000))),
    pin: (one: ChannelPost) => list.unshift(one),
  }
}

async function readAll(
  list: ReturnType<typeof createList>,
  asked: Partial<SearchRequest> & { afterPage?: () => void } = {},
) {
  const pages: SearchPage[] = []
  const request = { query: EVERYTHING, source: null, since: new Date(0), until: new Date(90_000_000), limit: 5, signal }
  do {
    const cursor = pages.at(-1)?.cursor ?? null
    const listing = { pageSizeMax: 10, read: (...place: Parameters<typeof list.read>) => list.read(...place) }
    pages.push(await searchListing({ ...request, ...asked, cursor }, listing))
    asked.afterPage?.()
  } while (pages.at(-1)?.cursor !== null && pages.length < 500)
  return pages.flatMap(({ posts }) => posts.map(({ externalId }) => Number(externalId)))
}

const seconds = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 })

test('every post of the window comes once, however the list moves while it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      seconds,
      fc.record({ limit: fc.integer({ min: 1, max: 12 }), pageSize: fc.integer({ min: 1, max: 12 }) }),
      fc.boolean(),
      fc.integer({ min: 0, max: 20 }),
      async (times, { limit, pageSize }, moves, since) => {
        const list = createList(
          times.map((second, number) => post(number, second)),
          pageSize,
        )
        const afterPage = () => void (moves && list.arrive())
        const read = await readAll(list, {
          limit,
          since: new Date(since * 1000),
          until: new Date(50_000_000),
          afterPage,
        })
        const expected = times.flatMap((second, number) => (second >= since ? [number] : []))
        expect(read.toSorted((a, b) => a - b)).toEqual(expected)
      },
    ),
  )
})

test('a pinned post comes at its own position', async () => {
  const posts = Array.from({ length: 12 }, (_, number) => post(number, 100 - number))
  const list = createList(posts, 4)
  list.pin(posts[9]!)
  expect(await readAll(list)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a list that is cut off before the window is passed is truncated', async () => {
  const list = createList(
    Array.from({ length: 30 }, (_, number) => post(number, 100 - number)),
    10,
    20,
  )
  const listing = {
    pageSizeMax: 10,
    depthMax: 20,
    read: (...place: Parameters<typeof list.read>) => list.read(...place),
  }
  const request = { query: EVERYTHING, source: null, until: new Date(90_000_000), limit: 10, signal }
  const first = await searchListing({ ...request, since: new Date(0), cursor: null }, listing)
  const second = await searchListing({ ...request, since: new Date(0), cursor: first.cursor }, listing)
  expect([first.truncated, second.truncated, second.cursor]).toEqual([false, true, null])
  const recent = await searchListing({ ...request, since: new Date(95_000), cursor: null }, listing)
  expect(recent).toMatchObject({ truncated: false, cursor: null })
})

test('a list that goes in circles is given up', async () => {
  const circling = {
    pageSizeMax: 10,
    read: () => Promise.resolve({ posts: [post(1, 1)], received: 1, next: 'a', limits: null }),
  }
  const request = { query: EVERYTHING, source: null, since: new Date(0), until: new Date(9_000), limit: 10, signal }
  const { cursor } = await searchListing({ ...request, cursor: null }, circling)
  await expect(searchListing({ ...request, cursor }, circling)).rejects.toMatchObject({ kind: 'changed' })
})

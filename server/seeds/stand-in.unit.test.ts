import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchQuery } from '../src/channels/channel.ts'
import { createHackerNewsProfiles } from '../src/channels/hacker-news-profile.ts'
import { createHackerNews } from '../src/channels/hacker-news.ts'
import { createStackExchangeProfiles } from '../src/channels/stack-exchange-profile.ts'
import { createStackExchange } from '../src/channels/stack-exchange.ts'
import { createWebsites } from '../src/people/enrichment/websites/create-websites.ts'
import { createOutbound, type Outbound } from '../src/platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { ABOUTS, ASKERS } from './demo-people.ts'
import { readMadeUpPosts } from './made-up-posts.ts'
import { startStandIn, type StandIn } from './stand-in.ts'

const clock = createImpatientClock('2026-11-21T12:00:00Z')
const { signal } = new AbortController()
const SITES = [{ name: 'softwarerecs', displayName: 'Software Recommendations', host: 'softwarerecs.example' }]

let standIn: StandIn
let outbound: Outbound
let addresses: Record<string, string>
beforeAll(async () => {
  standIn = await startStandIn(clock)
  outbound = createOutbound({ userAgent: 'Leadlight/1 (+https://leads.example.com)' })
  addresses = Object.assign({}, ...standIn.variables) as Record<string, string>
})
afterAll(async () => {
  await outbound.close()
  await standIn.close()
})

const there = () => ({ fetch: outbound.operator, clock })
const hackerNews = () =>
  createHackerNews({
    searchUrl: addresses['HACKER_NEWS_API_URL'] ?? '',
    itemsUrl: addresses['HACKER_NEWS_ITEMS_URL'] ?? '',
    ...there(),
  })
const stackExchange = () =>
  createStackExchange({ apiUrl: addresses['STACK_EXCHANGE_API_URL'] ?? '', sites: SITES, ...there() })

const DAY_MS = 86_400_000
const asked = (query: Partial<SearchQuery>, days = 60) => ({
  query: { words: '', phrases: [], exclude: [], ...query },
  since: new Date(clock.now().getTime() - days * DAY_MS),
  until: clock.now(),
  source: null,
  cursor: null,
  limit: 100,
  signal,
})

describe('the stand-in for Hacker News', () => {
  test('is searched by words, phrases and what is not wanted, and what it has still stands', async () => {
    const { posts } = await hackerNews().search(asked({ words: 'packaging', phrases: ['two currencies'] }))
    expect(posts.map(({ title }) => title)).toEqual(['What do you use to invoice clients in more than one currency?'])
    const without = await hackerNews().search(
      asked({ phrases: ['two currencies'], exclude: ['packaging', 'freelancer'] }),
    )
    expect(without.posts).toEqual([])
    const ids = posts.map(({ externalId }) => externalId)
    expect([...((await hackerNews().check?.(ids, signal)) ?? [])]).toEqual(ids.map((id) => [id, 'present']))
  })

  test('lists all that was written in a time, page by page and newest first', async () => {
    const whole = await hackerNews().search(asked({}, 20))
    const first = await hackerNews().search({ ...asked({}, 20), limit: 30 })
    const second = await hackerNews().search({ ...asked({}, 20), limit: 30, cursor: first.cursor })
    const idsOf = (pages: { posts: { externalId: string }[] }[]) =>
      pages.flatMap(({ posts }) => posts.map(({ externalId }) => externalId))

    expect(whole.posts.length).toBeGreaterThan(50)
    expect(idsOf([first, second])).toEqual(idsOf([whole]).slice(0, idsOf([first, second]).length))
    const times = whole.posts.map(({ postedAt }) => postedAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(Math.max(...times)).toBeLessThan(clock.now().getTime())
  })

  test('never says that what it does not know was deleted', async () => {
    await expect(hackerNews().check?.(['42'], signal)).rejects.toThrow()
    const profiles = createHackerNewsProfiles({ itemsUrl: addresses['HACKER_NEWS_ITEMS_URL'] ?? '', ...there() })
    await expect(profiles.read({ handle: 'pg', externalId: 'pg' }, signal)).rejects.toThrow()
  })
})

describe('the stand-in for Stack Exchange', () => {
  test('is searched site by site, and what it has still stands', async () => {
    const { posts } = await stackExchange().search(asked({ words: 'invoices hours' }))
    expect(posts.map(({ title }) => title)).toEqual([
      'Invoicing software with time tracking that runs on my own server',
    ])
    const ids = posts.map(({ externalId }) => externalId)
    expect([...((await stackExchange().check?.(ids, signal)) ?? [])]).toEqual(ids.map((id) => [id, 'present']))
  })

  test('never says that what it does not know was deleted', async () => {
    await expect(stackExchange().check?.(['softwarerecs:42'], signal)).rejects.toThrow()
    const profiles = createStackExchangeProfiles({ apiUrl: addresses['STACK_EXCHANGE_API_URL'] ?? '', ...there() })
    await expect(profiles.read({ handle: 'x', externalId: 'softwarerecs.com/42' }, signal)).rejects.toThrow()
  })
})

describe('those who wrote the demo’s posts', () => {
  test('are all known by a post of theirs', async () => {
    const authors = new Set((await readMadeUpPosts(clock.now())).map(({ author }) => author))
    expect([...ABOUTS.keys(), ...ASKERS.keys()].filter((author) => !authors.has(author))).toEqual([])
  })

  test('say on their profiles who they are, or nothing', async () => {
    const profiles = createHackerNewsProfiles({ itemsUrl: addresses['HACKER_NEWS_ITEMS_URL'] ?? '', ...there() })
    const read = (handle: string) => profiles.read({ handle, externalId: handle }, signal)
    expect(await read('tarvel-and-rye')).toMatchObject({
      profile: {
        bio: 'Founder at Foldcraft.\n\nWe design packaging for small makers, in Leeds.\n\nhttps://foldcraft.example',
        website: 'https://foldcraft.example/',
      },
    })
    expect(await read('brackle_prints')).toMatchObject({ kind: 'read', profile: { bio: null, website: null } })

    const askers = createStackExchangeProfiles({ apiUrl: addresses['STACK_EXCHANGE_API_URL'] ?? '', ...there() })
    const asker = { handle: 'dorrit-tarvelyn', externalId: 'softwarerecs.example/1000131' }
    expect(await askers.read(asker, signal)).toMatchObject({
      profile: { name: 'dorrit-tarvelyn', location: 'Ghent, Belgium', website: 'https://wharfside.example/' },
    })
  })

  test.each([
    ['foldcraft.example', 'Foldcraft', 'Leeds, United Kingdom', '2–10'],
    ['northpane.example', 'Northpane', 'Utrecht, Netherlands', '2–10'],
    ['wharfside.example', 'Wharfside', 'Ghent, Belgium', '11–50'],
    ['kilnhouse.example', 'Kilnhouse', 'Porto, Portugal', '2–10'],
    ['brackenfold.example', 'Brackenfold', 'Aarhus, Denmark', '2–10'],
    ['hollowmere.example', 'Hollowmere', 'Bristol, United Kingdom', '2–10'],
    ['kettleby.example', 'Kettleby', 'Ghent, Belgium', '2–10'],
  ])('have the website %s, read as their company’s', async (domain, name, location, employees) => {
    const reading = await createWebsites({ fetch: standIn.led(outbound), clock }).read(domain, signal)
    expect(reading).toMatchObject({ kind: 'read', website: { url: `https://${domain}/`, name, location, employees } })
  })
})

test('what else is asked of the stand-in is not found, whatever it is', async () => {
  const { origin } = new URL(addresses['HACKER_NEWS_API_URL'] ?? '')
  for (const path of ['/', '//', '/constructor/', '/sites/', '/sites/constructor/', '/sites//', '/hacker-news'])
    expect({ path, status: (await fetch(origin + path)).status }).toEqual({ path, status: 404 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_AUTHORS, DEMO_SITES } from '../../seeds/demo-people.ts'
import { createHackerNewsProfiles } from '../channels/hacker-news-profile.ts'
import { createStackExchangeProfiles } from '../channels/stack-exchange-profile.ts'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { createImpatientClock } from '../testing/channel-stands.ts'
import { loadCorpus } from '../testing/doubles/corpus.ts'
import { startAllDoubles, type AllDoubles } from '../testing/doubles/start-all.ts'
import { createWebsites } from './websites/create-websites.ts'

const clock = createImpatientClock('2026-11-21T12:00:00Z')
const { signal } = new AbortController()

let doubles: AllDoubles
let outbound: Outbound
beforeAll(async () => {
  doubles = await startAllDoubles({ authors: DEMO_AUTHORS, sites: DEMO_SITES, clock })
  const allow = doubles.environment['OUTBOUND_ALLOW']?.split(',') ?? []
  outbound = createOutbound({ userAgent: 'Leadlight/1 (+https://leads.example.com)', allow })
})
afterAll(async () => {
  await outbound.close()
  await doubles.close()
})

test('everybody whom the demo lets say something has written a post of its platforms', async () => {
  const posts = await loadCorpus({ now: clock.now() })
  expect(Object.keys(DEMO_AUTHORS).filter((author) => posts.every((post) => post.author !== author))).toEqual([])
})

test('what they say is read from their platforms as their profiles, and others have an empty one', async () => {
  const read = createHackerNewsProfiles({
    itemsUrl: doubles.environment['HACKER_NEWS_ITEMS_URL'] ?? '',
    fetch: outbound.operator,
    clock,
  })
  const profileOf = async (handle: string) => {
    const reading = await read.read({ handle, externalId: handle }, signal)
    return reading.kind === 'read' ? reading.profile : reading.kind
  }
  expect(await profileOf('made_up_tidy_ember_20')).toMatchObject({
    bio: 'Founder at Foldcraft.\n\nWe design packaging for small makers, in Leeds.\n\nhttps://foldcraft.example',
    website: 'https://foldcraft.example/',
  })
  const silent = (await loadCorpus({ now: clock.now() })).find(
    ({ platform, author }) => platform === 'hackernews' && !Object.hasOwn(DEMO_AUTHORS, author),
  )
  expect(await profileOf(silent?.author ?? '')).toMatchObject({ bio: null, website: null })
  expect(await profileOf('nobody-of-them')).toBe('gone')

  const questions = createStackExchangeProfiles({
    apiUrl: doubles.environment['STACK_EXCHANGE_API_URL'] ?? '',
    fetch: outbound.operator,
    clock,
  })
  const raven = { handle: 'made_up_mellow_raven_22', externalId: 'softwarerecs.example/1000131' }
  expect(await questions.read(raven, signal)).toMatchObject({
    kind: 'read',
    profile: { name: 'made_up_mellow_raven_22', location: 'Ghent, Belgium', website: 'https://wharfside.example/' },
  })
})

test.each([
  ['foldcraft.example', 'Foldcraft', 'Leeds, United Kingdom', '2–10'],
  ['northpane.example', 'Northpane', 'Utrecht, Netherlands', '2–10'],
  ['wharfside.example', 'Wharfside', 'Ghent, Belgium', '11–50'],
  ['kilnhouse.example', 'Kilnhouse', 'Porto, Portugal', '2–10'],
])('the website %s is read as the company’s', async (domain, name, location, employees) => {
  const reading = await createWebsites({ fetch: doubles.led(outbound.guarded), clock }).read(domain, signal)
  expect(reading).toMatchObject({ kind: 'read', website: { url: `https://${domain}/`, name, location, employees } })
})

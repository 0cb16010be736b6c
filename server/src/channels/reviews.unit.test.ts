import { createManualClock } from '@leadlight/testing/manual-clock'
import { corpusPost, openChannelFixture, type ChannelFixture } from '@leadlight/testing/channel-fixtures'
import type { Double } from '@leadlight/testing/doubles/double-server'
import { startAppStoreDouble } from '@leadlight/testing/doubles/app-store-double'
import { startSteamDouble } from '@leadlight/testing/doubles/steam-double'
import { startWordpressDouble } from '@leadlight/testing/doubles/wordpress-double'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAppStore } from './app-store.ts'
import type { Channel } from './channel.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createSteam } from './steam.ts'
import { createWordpress } from './wordpress.ts'

const clock = createManualClock('2026-11-21T12:00:00Z')
const { signal } = new AbortController()
const posts = Array.from({ length: 3 }, (_, number) =>
  corpusPost(number, {
    at: new Date(Date.parse('2026-11-20T12:00:00Z') + number * 1000),
    words: 'It forgets my invoices',
  }),
)

async function openSteam() {
  const double = await startSteamDouble({ posts })
  return opened(double, ({ operator: fetch }) => createSteam({ storeUrl: double.storeUrl, fetch, clock }))
}

async function openAppStore() {
  const double = await startAppStoreDouble({ posts })
  return opened(double, ({ operator: fetch }) => createAppStore({ storeUrl: double.storeUrl, fetch, clock }))
}

async function openWordpress(entriesMax = 30) {
  const double = await startWordpressDouble({ posts, entriesMax })
  return opened(double, ({ operator: fetch }) => createWordpress({ siteUrl: double.siteUrl, fetch, clock }))
}

function opened(double: Double, create: (outbound: Outbound) => Channel): ChannelFixture {
  const fixture = openChannelFixture(double, {}, { create })
  onTestFinished(() => fixture.stop())
  return fixture
}

function read(channel: Channel, externalId: string, since = '2026-11-01T00:00:00Z') {
  const window = { since: new Date(since), until: new Date('2026-11-21T00:00:00Z') }
  const query = { words: '', phrases: [], exclude: [] }
  return channel.search({ query, source: { externalId }, ...window, cursor: null, limit: 50, signal })
}

const refused = { kind: 'misconfigured', retryAfterMs: null }

describe('an app on Steam', () => {
  test.each([
    '440',
    'https://store.steampowered.com/app/440/Made_Up/',
    ' https://store.steampowered.com/app/440?l=de ',
  ])('is found as %j, with its name', async (typed) => {
    const { channel } = await openSteam()
    const found = { externalId: '440', name: '440', displayName: 'A made-up app' }
    expect(await channel.findSource?.(typed, signal)).toEqual(found)
  })

  test.each(['', 'half-life', 'https://steam.example/app/440', '441'])('is not found as %j', async (typed) => {
    const { channel } = await openSteam()
    await expect(channel.findSource?.(typed, signal)).rejects.toMatchObject(refused)
  })

  test('names the community of its reviews, and is asked for its name once', async () => {
    const { channel, double } = await openSteam()
    const [named] = (await read(channel, '440')).posts
    expect(named).toMatchObject({
      community: { displayName: 'A made-up app' },
      url: expect.stringMatching(/\/recommended\/440\/$/),
    })
    expect(double.questions.filter(({ url }) => url.pathname === '/api/appdetails')).toHaveLength(1)
    await read(channel, '440')
    expect(double.questions.filter(({ url }) => url.pathname === '/api/appdetails')).toHaveLength(1)
  })
})

describe('an app of the App Store', () => {
  test.each([
    '284882215',
    'us/284882215',
    'https://apps.apple.com/us/app/made-up/id284882215',
    'https://apps.apple.com/app/id284882215?platform=iphone',
    'https://itunes.apple.com/us/app/id284882215',
  ])('is found as %j', async (typed) => {
    const { channel } = await openAppStore()
    const found = { externalId: 'us/284882215', name: 'us/284882215', displayName: 'A made-up app (us)' }
    expect(await channel.findSource?.(typed, signal)).toEqual(found)
  })

  test.each(['', 'made-up', 'https://apps.example/us/app/id284882215', '123456789'])(
    'is not found as %j',
    async (typed) => {
      const { channel } = await openAppStore()
      await expect(channel.findSource?.(typed, signal)).rejects.toMatchObject(refused)
    },
  )

  test('gives each review an address of its own, and its reader the place where it was written', async () => {
    const { channel } = await openAppStore()
    const { posts: read3 } = await read(channel, 'us/284882215')
    expect(new Set(read3.map(({ url }) => url)).size).toBe(3)
    expect(read3[0]).toMatchObject({ author: { externalId: '1003' }, postedAt: posts[2]?.createdAt })
  })

  test('with one review gives it without a list, and with none no entry', async () => {
    const { channel, double } = await openAppStore()
    expect((await read(channel, 'us/284882215', '2026-11-20T12:00:02Z')).posts).toHaveLength(1)
    double.failNext({ kind: 'body', body: '{"feed":{"title":{"label":"iTunes Store"}}}' })
    expect(await read(channel, 'us/284882215')).toMatchObject({ posts: [], cursor: null, truncated: false })
  })
})

describe('a plugin on WordPress.org', () => {
  test.each([
    'made-up-forms',
    'https://wordpress.org/plugins/made-up-forms/',
    'https://de.wordpress.org/plugins/made-up-forms/#reviews',
    'https://wordpress.org/support/plugin/made-up-forms/reviews/',
  ])('is found as %j', async (typed) => {
    const { channel } = await openWordpress()
    expect(await channel.findSource?.(typed, signal)).toMatchObject({ externalId: 'made-up-forms' })
  })

  test.each(['', 'Made Up', 'https://wordpress.example/plugins/made-up-forms', 'another-one'])(
    'is not found as %j',
    async (typed) => {
      const { channel } = await openWordpress()
      await expect(channel.findSource?.(typed, signal)).rejects.toMatchObject(refused)
    },
  )

  test('gives reviews and questions, with what the forum puts before their text read and left out', async () => {
    const { channel } = await openWordpress()
    const { posts: topics } = await read(channel, 'made-up-forms')
    expect(topics.map(({ text, replies }) => [text, replies])).toEqual([
      ['It forgets my invoices number2', 2],
      ['It forgets my invoices number1', 1],
      ['It forgets my invoices number0', 0],
    ])
  })

  test('says that older topics may be missing where a feed begins later than the window', async () => {
    const { channel } = await openWordpress(1)
    expect(await read(channel, 'made-up-forms')).toMatchObject({ truncated: true })
    expect(await read(channel, 'made-up-forms', '2026-11-20T12:00:02Z')).toMatchObject({ truncated: false })
  })
})

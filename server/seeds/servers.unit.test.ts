import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDev } from '../src/channels/dev.ts'
import { createDiscourse } from '../src/channels/discourse.ts'
import { createFeeds } from '../src/channels/feeds.ts'
import { createLemmy } from '../src/channels/lemmy.ts'
import { createMastodon } from '../src/channels/mastodon.ts'
import { createReddit } from '../src/channels/reddit.ts'
import { createOutbound, type Outbound } from '../src/platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { newestOf, readMadeUpPosts, type MadeUpPost } from './made-up-posts.ts'
import { SERVERS, startStandIn, type StandIn } from './stand-in.ts'

const clock = createImpatientClock('2026-11-21T12:00:00Z')
const { signal } = new AbortController()

let standIn: StandIn
let outbound: Outbound
let written: MadeUpPost[]
beforeAll(async () => {
  written = await readMadeUpPosts(clock.now())
  standIn = await startStandIn(clock)
  outbound = createOutbound({ userAgent: 'Leadlight/1 (+https://leads.example.com)' })
})
afterAll(async () => {
  await outbound.close()
  await standIn.close()
})

function channelOf(platform: string) {
  const addresses = Object.assign({}, ...standIn.variables) as Record<string, string>
  const guarded = { fetch: standIn.led(outbound), clock }
  const operator = { fetch: outbound.operator, clock }
  const channels = [
    createDev({ apiUrl: addresses['DEV_API_URL'] ?? '', ...operator }),
    createReddit({ apiUrl: '', siteUrl: addresses['REDDIT_SITE_URL'] ?? '', ...operator }),
    createFeeds(guarded),
    createDiscourse(guarded),
    createLemmy(guarded),
    createMastodon(guarded),
  ]
  const channel = channels.find((one) => one.platform === platform)
  if (!channel) throw new Error(`no channel reads ${platform}`)
  return channel
}

const inNinetyDays = (externalId: string) => ({
  query: { words: '', phrases: [], exclude: [] },
  source: { externalId },
  since: new Date(clock.now().getTime() - 90 * 86_400_000),
  until: clock.now(),
  cursor: null,
  limit: 100,
  signal,
})

test.each([
  ['dev', 'freelancing'],
  ['feed', `https://${SERVERS.feed}/feed.xml`],
  ['discourse', `https://${SERVERS.discourse}`],
  ['lemmy', `https://${SERVERS.lemmy}`],
  ['mastodon', `https://${SERVERS.mastodon}#freelance`],
])('the stand-in for %s shows all its posts as they were written, and each still stands', async (platform, source) => {
  const channel = channelOf(platform)
  const { posts } = await channel.search(inNinetyDays(source))
  const own = newestOf(written, platform).filter(({ id }) => id.startsWith('written-'))
  expect(posts.map(({ title }) => title)).toEqual(own.map(({ title }) => title))
  expect(posts.map(({ text }) => oneLine(text))).toEqual(own.map(({ text }) => oneLine(text)))
  expect(posts.map(({ postedAt }) => postedAt.getTime() / 1000)).toEqual(own.map(({ time }) => time))
  const found = await channel.findSource?.(source, signal)
  expect(found?.externalId ?? source).toBe(source)
  const ids = posts.map(({ externalId }) => externalId)
  const standing = await (channel.check?.(ids, signal) ?? new Map(ids.map((id) => [id, 'present'])))
  expect([...standing]).toEqual(ids.map((id) => [id, 'present']))
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

test('the stand-in for Reddit shows a subreddit’s own posts', async () => {
  const { posts } = await channelOf('reddit').search(inNinetyDays('freelance'))
  const written = newestOf(await readMadeUpPosts(clock.now()), 'reddit').filter(
    ({ channel }) => channel === 'r/freelance',
  )
  expect(posts.map(({ title }) => title)).toEqual(written.map(({ title }) => title))
})

test('a server that is away answers nothing until it is back, and the others go on', async () => {
  standIn.setAway(SERVERS.discourse)
  const read = (platform: string, host: string) => channelOf(platform).search(inNinetyDays(`https://${host}`))
  await expect(read('discourse', SERVERS.discourse)).rejects.toThrow('status 503')
  await read('lemmy', SERVERS.lemmy)
  standIn.setAway(undefined)
  await read('discourse', SERVERS.discourse)
})

test('no stand-in says of a post that it does not know that it was deleted', async () => {
  await expect(channelOf('dev').check?.(['42000'], signal)).rejects.toThrow()
  const unknown = [
    ['lemmy', `https://${SERVERS.lemmy}/post/42000`],
    ['mastodon', `https://${SERVERS.mastodon}/@nobody/42`],
    ['discourse', `https://${SERVERS.discourse}/42000`],
  ] as const
  for (const [platform, id] of unknown) await expect(channelOf(platform).check?.([id], signal)).rejects.toThrow()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startLemmyDouble, type LemmyDouble } from '@leadlight/testing/doubles/lemmy-double'
import type { Channel } from './channel.ts'
import { presentView, readViews } from './lemmy-posts.ts'
import { createLemmy } from './lemmy.ts'

const NOW = '2026-11-21T12:00:00Z'
const AT = new Date('2026-11-20T00:00:00Z')
const { signal } = new AbortController()

let double: LemmyDouble
let outbound: Outbound
let channel: Channel

async function open(options: { withoutZone?: boolean } = {}) {
  double = await startLemmyDouble({
    posts: [0, 1, 2].map((number) => corpusPost(number, { at: AT, words: 'crm' })),
    ...options,
  })
  outbound = createOutbound({ userAgent: 'test', allow: [double.hostAndPort] })
  channel = createLemmy({ fetch: outbound.guarded, clock: createImpatientClock(NOW) })
}
beforeEach(() => open())
afterEach(async () => {
  await outbound.close()
  await double.close()
})

function search(externalId: string | null = double.instanceUrl) {
  return channel.search({
    query: { words: '', phrases: [], exclude: [] },
    source: externalId === null ? null : { externalId },
    since: new Date(0),
    until: new Date(NOW),
    cursor: null,
    limit: 50,
    signal,
  })
}

test('deleted and removed posts are not read, and a check finds them', async () => {
  const ids = (await search()).posts.map(({ externalId }) => externalId)
  double.remove(1, 'deleted')
  double.remove(2, 'removed')
  expect((await search()).posts).toHaveLength(1)
  const states = await channel.check?.([...ids, 'https://lemmy.example/other/7'], signal)
  expect([...(states?.values() ?? [])].toSorted()).toEqual(['deleted', 'deleted', 'present'])
})

test('a time without a zone is UTC', async () => {
  await Promise.all([outbound.close(), double.close()])
  await open({ withoutZone: true })
  expect((await search()).posts[0]?.postedAt).toEqual(AT)
})

test('an instance is found by its address, and anything else is refused', async () => {
  const { externalId } = (await channel.findSource?.(`${double.instanceUrl}/c/made_up`, signal)) ?? {}
  expect(externalId).toBe(double.instanceUrl)
  await expect(channel.findSource?.('http://', signal)).rejects.toMatchObject({ kind: 'misconfigured' })
  await expect(search(null)).rejects.toMatchObject({ kind: 'misconfigured' })
  await expect(search('http://169.254.169.254')).rejects.toMatchObject({ kind: 'misconfigured' })
})

test('an instance’s version of a post from elsewhere is not taken for that post', () => {
  const posted = (origin: string) => ({
    post: { name: 'Switching', body: 'To what?', published: AT.toISOString(), ap_id: `${origin}/post/1` },
  })
  const { views } = readViews([posted('https://lemmy.example'), posted('https://elsewhere.example')])
  const ids = views.map((view) => presentView(view, new URL('https://lemmy.example'))?.externalId)
  expect(ids).toEqual(['https://lemmy.example/post/1', 'https://lemmy.example https://elsewhere.example/post/1'])
})

test('a post of another instance is checked at its home', async () => {
  const shown = `https://lemmy.example ${double.instanceUrl}/post/1`
  expect(await channel.check?.([shown], signal)).toEqual(new Map([[shown, 'present']]))
})

import { expect, test } from 'vitest'
import { createMetrics } from '../platform/metrics.ts'
import { ChannelError, type Channel, type SearchPage } from './channel.ts'
import { countedChannel } from './counted-channel.ts'

const PAGE: SearchPage = { posts: [], cursor: null, truncated: false, limits: null }

test('searches are counted by how they ended, and one that we ended ourselves for nothing', async () => {
  const metrics = createMetrics()
  const lines = async () => (await metrics.text()).split('\n').filter((line) => line.startsWith('leadlight_source_requests_total')) // oxfmt-ignore
  const ends = [
    () => Promise.resolve(PAGE),
    () => Promise.reject(new ChannelError('rate_limited', 'Too many requests.', 1000)),
    () => Promise.reject(new Error('The search was stopped.')),
  ]
  // Of a channel only what a search needs.
  const channel = { platform: 'hackernews', search: () => ends.shift()?.() } as unknown as Channel
  const counted = countedChannel(channel, metrics)
  expect(await lines()).toEqual(['leadlight_source_requests_total{platform="hackernews",outcome="answered"} 0'])
  const search = () => counted.search({} as Parameters<Channel['search']>[0])
  expect(await search()).toBe(PAGE)
  await expect(search()).rejects.toThrow('Too many requests.')
  await expect(search()).rejects.toThrow('stopped')
  expect(await lines()).toEqual([
    'leadlight_source_requests_total{platform="hackernews",outcome="answered"} 1',
    'leadlight_source_requests_total{platform="hackernews",outcome="rate_limited"} 1',
  ])
})

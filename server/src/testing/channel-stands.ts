import { createChannels } from '../channels/registry.ts'
import type { Channel, ChannelPost } from '../channels/channel.ts'
import { STACK_EXCHANGE_SITES } from '../channels/stack-exchange-sites.ts'
import type { Clock } from '../platform/clock.ts'
import { systemClock } from '../platform/clock.ts'
import { createOutbound } from '../platform/outbound.ts'
import type { CorpusPost } from './doubles/corpus.ts'
import type { Double } from './doubles/double-server.ts'
import { startFeedsDouble } from './doubles/feeds-double.ts'
import type { FeedFormat } from './doubles/feeds-double.ts'
import { startHackerNewsDouble } from './doubles/hacker-news-double.ts'
import { startStackExchangeDouble } from './doubles/stack-exchange-double.ts'

/** A member of the family together with its platform's double, over real HTTP. */
export interface ChannelStand {
  channel: Channel
  double: Double
  source: { externalId: string } | null
  stop(): Promise<void>
}

export interface StandOptions {
  posts: readonly CorpusPost[]
  /** The channel's own time: of throttles and of what counts as the future. */
  clock: Clock
  /** The time that outgoing requests are given up by. */
  networkClock?: Clock
}

/** Every member, feeds once in each format. */
export const STANDS: Record<string, (options: StandOptions) => Promise<ChannelStand>> = {
  'Hacker News': async (options) => {
    const double = await startHackerNewsDouble({ posts: options.posts, clock: options.clock })
    return stand('hacker_news', double, options, null)
  },
  'Stack Exchange': async (options) => {
    const double = await startStackExchangeDouble({ posts: options.posts, quota: 1_000_000 })
    return stand('stack_exchange', double, options, { externalId: 'stackoverflow' })
  },
  RSS: (options) => feedStand('rss', options),
  Atom: (options) => feedStand('atom', options),
  RDF: (options) => feedStand('rdf', options),
  'JSON Feed': (options) => feedStand('json', options),
}

async function feedStand(format: FeedFormat, options: StandOptions): Promise<ChannelStand> {
  const double = await startFeedsDouble({ posts: options.posts, entriesMax: Infinity })
  return stand('feed', double, options, { externalId: double.feedUrl(format) })
}

function stand(
  platform: string,
  double: Double,
  { clock, networkClock = systemClock }: StandOptions,
  source: ChannelStand['source'],
): ChannelStand {
  const outbound = createOutbound({ userAgent: 'test', allow: [double.hostAndPort], clock: networkClock })
  const channels = createChannels({
    hackerNews: { searchUrl: `${double.url}/api/v1`, itemsUrl: `${double.url}/v0` },
    stackExchange: { apiUrl: `${double.url}/2.3`, key: 'test', sites: STACK_EXCHANGE_SITES },
    outbound,
    clock,
  })
  const channel = channels.find((member) => member.platform === platform)
  if (!channel) throw new Error(`There is no channel for ${platform}`)
  return {
    channel,
    double,
    source,
    async stop() {
      await outbound.close()
      await double.close()
    },
  }
}

/** A clock on which nobody waits: whoever sleeps moves it on. */
export function createImpatientClock(start: string): Clock {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    async sleep(ms) {
      nowMs += ms
    },
  }
}

/** A post of a made-up corpus, as each of the doubles takes it in. `number` is its id and is told in its text. */
export function corpusPost(number: number, { at, words }: { at: Date; words: string }, platform: string): CorpusPost {
  return {
    platform: platform === 'Hacker News' ? 'hackernews' : 'stackexchange',
    kind: number % 3 === 0 ? 'comment' : 'story',
    id: String(number),
    author: `made_up_${number % 5}`,
    createdAt: at,
    title: number % 3 === 0 && platform === 'Hacker News' ? null : `Post number${number}`,
    text: `${words} number${number}`,
    url: `https://posts.example/${number}`,
    link: null,
    points: number % 7,
    comments: number % 4,
    channel: 'stackoverflow',
    labels: [],
  }
}

/** Which made-up post this is. */
export function numberOf({ text }: ChannelPost): number {
  return Number(/number(\d+)$/.exec(text)?.[1])
}

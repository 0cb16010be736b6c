import type { Channel, ChannelPost } from '@leadlight/server/channels/channel'
import type { Clock } from '@leadlight/server/platform/clock'
import { systemClock } from '@leadlight/server/platform/clock'
import { createOutbound, type Outbound } from '@leadlight/server/platform/outbound'
import type { CorpusPost } from './doubles/corpus.ts'
import type { Double } from './doubles/double-server.ts'

/** A channel together with its platform's double, over real HTTP. */
export interface ChannelFixture {
  channel: Channel
  double: Double
  source: { externalId: string } | null
  stop(): Promise<void>
}

export interface ChannelFixtureOptions {
  posts: readonly CorpusPost[]
  /** The channel's own time, for throttling and for what counts as the future. */
  clock: Clock
  /** The clock for timeouts of outgoing requests. */
  networkClock?: Clock
}

/** A channel made by `create` with outbound access to the double only. */
export function openChannelFixture(
  double: Double,
  { networkClock = systemClock }: Pick<ChannelFixtureOptions, 'networkClock'>,
  { create, source = null }: { create: (outbound: Outbound) => Channel; source?: ChannelFixture['source'] },
): ChannelFixture {
  const outbound = createOutbound({ userAgent: 'test', allow: [double.hostAndPort], clock: networkClock })
  return {
    channel: create(outbound),
    double,
    source,
    async stop() {
      await outbound.close()
      await double.close()
    },
  }
}

/** A clock without waits: every sleep advances it. */
export function createImpatientClock(start: string): Clock {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    async sleep(ms) {
      nowMs += ms
    },
  }
}

/** A post of a made-up corpus. Its text contains `number`, which is its id. */
export function corpusPost(number: number, { at, words }: { at: Date; words: string }): CorpusPost {
  return {
    platform: 'stackexchange',
    kind: 'story',
    id: String(number),
    author: `made_up_${number % 5}`,
    createdAt: at,
    title: `Post number${number}`,
    text: `${words} number${number}`,
    url: `https://posts.example/${number}`,
    link: null,
    points: number % 7,
    comments: number % 4,
    channel: 'stackoverflow',
    labels: [],
  }
}

/** The number of a made-up post. */
export function numberOf({ text }: ChannelPost): number {
  return Number(/number(\d+)$/.exec(text)?.[1])
}

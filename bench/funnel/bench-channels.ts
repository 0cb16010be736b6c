import { ChannelError, type Channel, type SearchPage, type SearchRequest } from '@leadlight/server/channels/channel'
import { createChannels } from '@leadlight/server/channels/registry'
import { STACK_EXCHANGE_SITES } from '@leadlight/server/channels/stack-exchange-sites'
import type { Config } from '@leadlight/server/platform/config'
import { createOutbound } from '@leadlight/server/platform/outbound'
import type { VirtualClock } from './virtual-clock.ts'

/** The posts of a whole page: the platform's most, or what the product asks for at once. */
const PAGE_POSTS: Readonly<Record<string, number>> = { hacker_news: 200, mastodon: 40 }
const PAGE_POSTS_USUAL = 100

export interface BenchChannels {
  channels: readonly Channel[]
  /** Lets so much time pass that no platform's limit of an earlier search is left. */
  rest(): void
  close(): Promise<void>
}

interface ChannelsOrder {
  config: Config
  clock: VirtualClock
  /** Into how many parts each page is cut. */
  dilute: number
}

/**
 * The product's channels on a clock that nobody waits for: their limits are kept, and every request is made, but what
 * would be minutes of waiting is over at once.
 */
export function createBenchChannels({ config, clock, dilute }: ChannelsOrder): BenchChannels {
  const outbound = createOutbound({ userAgent: 'Leadlight bench', allow: config.outboundAllow })
  const { stackExchange } = config.channels
  const sites = stackExchange.sites.map((name) => {
    const known = STACK_EXCHANGE_SITES.find((site) => site.name === name)
    return known ?? { name, displayName: name, host: `${name}.stackexchange.com` }
  })
  const made = createChannels({ ...config.channels, stackExchange: { ...stackExchange, sites }, outbound, clock })
  return {
    channels: made.map((channel) => diluted(patient(channel, clock), dilute)),
    rest: () => clock.skip(2 * 60 * 60 * 1000),
    close: () => outbound.close(),
  }
}

/** Asks again when a limit has passed, which takes no time here. */
function patient(channel: Channel, clock: VirtualClock): Channel {
  async function search(request: SearchRequest): Promise<SearchPage> {
    try {
      return await channel.search(request)
    } catch (error) {
      if (!(error instanceof ChannelError) || error.kind !== 'rate_limited' || error.retryAfterMs === null) throw error
      clock.skip(error.retryAfterMs)
      return search(request)
    }
  }
  return { ...channel, search }
}

/** Asks for a part of each page, in the same order, so that the same depth costs so many times the requests. */
function diluted(channel: Channel, parts: number): Channel {
  if (parts === 1) return channel
  const part = Math.floor((PAGE_POSTS[channel.platform] ?? PAGE_POSTS_USUAL) / parts)
  return {
    ...channel,
    search: (request) => channel.search({ ...request, limit: Math.max(1, Math.min(request.limit, part)) }),
  }
}

import type { Clock } from '../platform/clock.ts'
import type { Outbound } from '../platform/outbound.ts'
import type { Channel } from './channel.ts'
import { createFeeds } from './feeds.ts'
import { createHackerNews } from './hacker-news.ts'
import { createStackExchange } from './stack-exchange.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'

export interface ChannelsOptions {
  hackerNews: { searchUrl: string; itemsUrl: string }
  stackExchange: { apiUrl: string; key?: string | undefined; sites: readonly StackExchangeSite[] }
  outbound: Outbound
  clock: Clock
}

/** The only list of platforms. Adding one is a new file and a new line here. */
export function createChannels({ hackerNews, stackExchange, outbound, clock }: ChannelsOptions): readonly Channel[] {
  return [
    createHackerNews({ ...hackerNews, fetch: outbound.operator, clock }),
    createStackExchange({ ...stackExchange, fetch: outbound.operator, clock }),
    createFeeds({ fetch: outbound.guarded, clock }),
  ]
}

import type { Clock } from '../platform/clock.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createBluesky } from './bluesky.ts'
import type { Channel, ChannelKey } from './channel.ts'
import { createFeeds } from './feeds.ts'
import { createGithub } from './github.ts'
import { createHackerNews } from './hacker-news.ts'
import { createStackExchange } from './stack-exchange.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'

export interface ChannelsOptions {
  hackerNews: { searchUrl: string; itemsUrl: string }
  stackExchange: { apiUrl: string; key?: string | undefined; sites: readonly StackExchangeSite[] }
  github: { apiUrl: string; token?: string | undefined }
  bluesky: { pdsUrl: string; key?: ChannelKey | undefined }
  outbound: Outbound
  clock: Clock
}

/** The only list of platforms. Adding one is a new file and a new line here. */
export function createChannels(options: ChannelsOptions): readonly Channel[] {
  const { hackerNews, stackExchange, github, bluesky, outbound, clock } = options
  return [
    createHackerNews({ ...hackerNews, fetch: outbound.operator, clock }),
    createStackExchange({ ...stackExchange, fetch: outbound.operator, clock }),
    createGithub({ ...github, fetch: outbound.operator, clock }),
    createBluesky({ ...bluesky, fetch: outbound.operator, clock }),
    createFeeds({ fetch: outbound.guarded, clock }),
  ]
}

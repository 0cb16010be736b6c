import type { Clock } from '../platform/clock.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createAppStore } from './app-store.ts'
import { createBluesky } from './bluesky.ts'
import type { Channel, ChannelKey } from './channel.ts'
import { createDev } from './dev.ts'
import { createDiscourse } from './discourse.ts'
import { createFeeds } from './feeds.ts'
import { createGithub } from './github.ts'
import { createHackerNews } from './hacker-news.ts'
import { createLemmy } from './lemmy.ts'
import { createMastodon } from './mastodon.ts'
import { createProductHunt } from './product-hunt.ts'
import { createReddit } from './reddit.ts'
import { createStackExchange } from './stack-exchange.ts'
import type { StackExchangeSite } from './stack-exchange-sites.ts'
import { createSamGov } from './sam-gov.ts'
import { createSteam } from './steam.ts'
import { createTed } from './ted.ts'
import { createWordpress } from './wordpress.ts'
import { createX } from './x.ts'
import { createYoutube } from './youtube.ts'

export interface ChannelsOptions {
  hackerNews: { searchUrl: string; itemsUrl: string }
  stackExchange: { apiUrl: string; key?: string | undefined; sites: readonly StackExchangeSite[] }
  github: { apiUrl: string; token?: string | undefined }
  bluesky: {
    pdsUrl: string
    publicUrl: string
    key?: ChannelKey | undefined
    jetstreamUrl?: string | undefined
    drawUrl?: string | undefined
  }
  dev: { apiUrl: string }
  reddit: { apiUrl: string; siteUrl: string }
  x: { apiUrl: string }
  productHunt: { apiUrl: string }
  youtube: { apiUrl: string }
  ted: { apiUrl: string }
  samGov: { apiUrl: string }
  steam: { storeUrl: string }
  appStore: { storeUrl: string }
  wordpress: { siteUrl: string }
  outbound: Outbound
  clock: Clock
}

/** The only list of platforms. Adding one is a new file and a new line here. */
export function createChannels(options: ChannelsOptions): readonly Channel[] {
  const { hackerNews, stackExchange, github, bluesky, dev, reddit, x, productHunt, youtube, outbound, clock } = options
  const { ted, samGov, steam, appStore, wordpress } = options
  return [
    createHackerNews({ ...hackerNews, fetch: outbound.operator, clock }),
    createStackExchange({ ...stackExchange, fetch: outbound.operator, clock }),
    createGithub({ ...github, fetch: outbound.operator, clock }),
    createBluesky({ ...bluesky, fetch: outbound.operator, clock, ...blueskyOf(options) }),
    createDev({ ...dev, fetch: outbound.operator, clock }),
    createReddit({ ...reddit, fetch: outbound.operator, clock }),
    createX({ ...x, fetch: outbound.operator, clock }),
    createProductHunt({ ...productHunt, fetch: outbound.operator, clock }),
    createYoutube({ ...youtube, fetch: outbound.operator, clock }),
    createTed({ ...ted, fetch: outbound.operator, clock }),
    createSamGov({ ...samGov, fetch: outbound.operator, clock }),
    createSteam({ ...steam, fetch: outbound.operator, clock }),
    createAppStore({ ...appStore, fetch: outbound.operator, clock }),
    createWordpress({ ...wordpress, fetch: outbound.operator, clock }),
    // Guarded, since users type these addresses.
    createFeeds({ fetch: outbound.guarded, clock }),
    createDiscourse({ fetch: outbound.guarded, clock }),
    createLemmy({ fetch: outbound.guarded, clock }),
    createMastodon({ fetch: outbound.guarded, clock }),
  ]
}

function blueskyOf({ bluesky, outbound }: ChannelsOptions) {
  const { jetstreamUrl, drawUrl, publicUrl } = bluesky
  const open = outbound.operatorSocket
  return {
    jetstream: jetstreamUrl === undefined ? undefined : { url: jetstreamUrl, open },
    draws: drawUrl === undefined ? undefined : { jetstream: { url: drawUrl, open }, publicUrl },
  }
}

import { z } from 'zod'
import { list, optional, socket, url } from './environment-values.ts'

const JETSTREAM = 'wss://jetstream2.us-east.bsky.network'
const OTHER_JETSTREAM = 'wss://jetstream1.us-west.bsky.network'

/** Where platforms are asked, and what opens them. */
export const CHANNEL_VARIABLES = {
  HACKER_NEWS_API_URL: url('https://hn.algolia.com/api/v1'),
  HACKER_NEWS_ITEMS_URL: url('https://hacker-news.firebaseio.com/v0'),
  GITHUB_API_URL: url('https://api.github.com'),
  GITHUB_TOKEN: optional,
  BLUESKY_API_URL: url('https://bsky.social'),
  BLUESKY_PUBLIC_API_URL: url('https://public.api.bsky.app'),
  BLUESKY_IDENTIFIER: optional,
  BLUESKY_APP_PASSWORD: optional,
  JETSTREAM_URL: socket(JETSTREAM),
  JETSTREAM_DRAW_URL: socket(OTHER_JETSTREAM),
  DEV_API_URL: url('https://dev.to/api'),
  REDDIT_API_URL: url('https://oauth.reddit.com'),
  REDDIT_SITE_URL: url('https://www.reddit.com'),
  X_API_URL: url('https://api.x.com'),
  PRODUCT_HUNT_API_URL: url('https://api.producthunt.com/v2'),
  YOUTUBE_API_URL: url('https://www.googleapis.com/youtube/v3'),
  TED_API_URL: url('https://api.ted.europa.eu/v3'),
  SAM_GOV_API_URL: url('https://api.sam.gov'),
  STEAM_STORE_URL: url('https://store.steampowered.com'),
  APP_STORE_URL: url('https://itunes.apple.com'),
  WORDPRESS_URL: url('https://wordpress.org'),
  STACK_EXCHANGE_API_URL: url('https://api.stackexchange.com/2.3'),
  STACK_EXCHANGE_KEY: optional,
  STACK_EXCHANGE_SITES: list.prefault('stackoverflow,serverfault,softwarerecs'),
}
const ChannelVariables = z.object(CHANNEL_VARIABLES)

export function readChannels(env: z.output<typeof ChannelVariables>) {
  return {
    hackerNews: { searchUrl: env.HACKER_NEWS_API_URL, itemsUrl: env.HACKER_NEWS_ITEMS_URL },
    github: { apiUrl: env.GITHUB_API_URL, token: env.GITHUB_TOKEN },
    bluesky: {
      pdsUrl: env.BLUESKY_API_URL,
      publicUrl: env.BLUESKY_PUBLIC_API_URL,
      key:
        env.BLUESKY_IDENTIFIER && env.BLUESKY_APP_PASSWORD
          ? { identifier: env.BLUESKY_IDENTIFIER, password: env.BLUESKY_APP_PASSWORD }
          : undefined,
      jetstreamUrl: env.JETSTREAM_URL,
      // A server of somebody's own is drawn from too, unless they name another.
      drawUrl:
        env.JETSTREAM_DRAW_URL === OTHER_JETSTREAM && env.JETSTREAM_URL !== JETSTREAM
          ? env.JETSTREAM_URL
          : env.JETSTREAM_DRAW_URL,
    },
    dev: { apiUrl: env.DEV_API_URL },
    reddit: { apiUrl: env.REDDIT_API_URL, siteUrl: env.REDDIT_SITE_URL },
    x: { apiUrl: env.X_API_URL },
    productHunt: { apiUrl: env.PRODUCT_HUNT_API_URL },
    youtube: { apiUrl: env.YOUTUBE_API_URL },
    ted: { apiUrl: env.TED_API_URL },
    samGov: { apiUrl: env.SAM_GOV_API_URL },
    steam: { storeUrl: env.STEAM_STORE_URL },
    appStore: { storeUrl: env.APP_STORE_URL },
    wordpress: { siteUrl: env.WORDPRESS_URL },
    stackExchange: {
      apiUrl: env.STACK_EXCHANGE_API_URL,
      key: env.STACK_EXCHANGE_KEY,
      sites: env.STACK_EXCHANGE_SITES,
    },
  }
}

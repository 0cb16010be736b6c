import type { Clock } from '../../platform/clock.ts'
import { loadCorpus } from './corpus.ts'
import { startFeedsDouble } from './feeds-double.ts'
import { fillerPosts } from './filler-posts.ts'
import { startHackerNewsDouble } from './hacker-news-double.ts'
import { startStackExchangeDouble } from './stack-exchange-double.ts'
import { startWebsiteDouble } from './website-double.ts'

export interface AllDoubles {
  postCount: number
  /** What the product must be started with to talk to the doubles. */
  environment: Record<string, string>
  feedUrl: string
  websiteUrl: string
  close(): Promise<void>
}

interface AllDoublesOptions {
  /** Undefined takes the project's own posts. */
  folder?: string | undefined
  /** How many dull posts to add, generated; none where undefined. */
  fill?: number | undefined
  /** Six ports from here on; undefined takes any free ones. */
  portBase?: number | undefined
  /** Whether to stand in for Google's sign-in too, which lets one made-up person in without asking. */
  google?: boolean | undefined
  /** Whether to stand in for a language model too; words such as `double:broken` in what is asked say how it answers. */
  model?: boolean | undefined
  clock: Clock
}

/** Every double, on one corpus whose newest posts are a minute old. */
export async function startAllDoubles(options: AllDoublesOptions): Promise<AllDoubles> {
  const { folder, fill = 0, portBase, clock } = options
  const now = clock.now()
  const posts = [
    ...(await loadCorpus({ ...(folder !== undefined && { folder }), now })),
    ...fillerPosts({ count: fill, now }),
  ]
  const port = (offset: number) => (portBase === undefined ? 0 : portBase + offset)
  const hackerNews = await startHackerNewsDouble({ posts, clock, port: port(0) })
  const stackExchange = await startStackExchangeDouble({ posts, port: port(1) })
  const feeds = await startFeedsDouble({ posts, port: port(2) })
  const website = await startWebsiteDouble({ port: port(3) })
  const google = options.google
    ? await (await import('./google-double.ts')).startGoogleDouble({ port: port(4) })
    : undefined
  const model = options.model
    ? await (await import('./language-model-double.ts')).startLanguageModelDouble({ port: port(5) })
    : undefined
  const doubles = [hackerNews, stackExchange, feeds, website, google, model].filter((double) => double !== undefined)
  return {
    postCount: posts.length,
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      STACK_EXCHANGE_API_URL: stackExchange.apiUrl,
      ...google?.environment,
      ...model?.environment(),
      OUTBOUND_ALLOW: [feeds, website].map(({ hostAndPort }) => hostAndPort).join(','),
    },
    feedUrl: feeds.feedUrl('rss'),
    websiteUrl: website.homeUrl,
    async close() {
      await Promise.all(doubles.map((double) => double.close()))
    },
  }
}

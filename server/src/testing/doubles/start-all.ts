import type { Clock } from '../../platform/clock.ts'
import { loadCorpus } from './corpus.ts'
import { startDevDouble } from './dev-double.ts'
import { startDiscourseDouble } from './discourse-double.ts'
import { startFeedsDouble } from './feeds-double.ts'
import { fillerPosts } from './filler-posts.ts'
import { startHackerNewsDouble } from './hacker-news-double.ts'
import { startLemmyDouble } from './lemmy-double.ts'
import { startMastodonDouble } from './mastodon-double.ts'
import { startStackExchangeDouble } from './stack-exchange-double.ts'
import { startWebsiteDouble } from './website-double.ts'

export interface AllDoubles {
  postCount: number
  /** What the product must be started with to talk to the doubles. */
  environment: Record<string, string>
  feedUrl: string
  /** What a project can add, as somebody types it. */
  forumUrl: string
  instanceUrl: string
  hashtag: string
  websiteUrl: string
  close(): Promise<void>
}

interface AllDoublesOptions {
  /** Undefined takes the project's own posts. */
  folder?: string | undefined
  /** How many dull posts to add, generated; none where undefined. */
  fill?: number | undefined
  /** Ten ports from here on; undefined takes any free ones. */
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
  const forum = await startDiscourseDouble({ posts, port: port(6) })
  const instance = await startLemmyDouble({ posts, port: port(7) })
  const server = await startMastodonDouble({ posts, port: port(8) })
  const dev = await startDevDouble({ posts, port: port(9) })
  const addressed = [feeds, website, forum, instance, server]
  const doubles = [hackerNews, stackExchange, dev, ...addressed, google, model].filter((double) => double !== undefined)
  return {
    postCount: posts.length,
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      STACK_EXCHANGE_API_URL: stackExchange.apiUrl,
      ...google?.environment,
      ...model?.environment(),
      DEV_API_URL: dev.apiUrl,
      OUTBOUND_ALLOW: addressed.map(({ hostAndPort }) => hostAndPort).join(','),
    },
    feedUrl: feeds.feedUrl('rss'),
    forumUrl: forum.forumUrl,
    instanceUrl: instance.instanceUrl,
    hashtag: `${server.instanceUrl}#made_up`,
    websiteUrl: website.homeUrl,
    async close() {
      await Promise.all(doubles.map((double) => double.close()))
    },
  }
}

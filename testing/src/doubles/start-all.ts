import type { Clock } from '@leadlight/server/platform/clock'
import { startAppStoreDouble } from './app-store-double.ts'
import { loadCorpus } from './corpus.ts'
import type { CorpusPost } from './corpus.ts'
import { startDevDouble } from './dev-double.ts'
import { startDiscourseDouble } from './discourse-double.ts'
import { startFeedsDouble } from './feeds-double.ts'
import { fillerPosts } from './filler-posts.ts'
import { startHackerNewsDouble } from './hacker-news-double.ts'
import { startJetstreamDouble } from './jetstream-double.ts'
import { startLemmyDouble } from './lemmy-double.ts'
import { startMastodonDouble } from './mastodon-double.ts'
import { startProductHuntDouble } from './product-hunt-double.ts'
import { startRedditDouble } from './reddit-double.ts'
import { startStackExchangeDouble } from './stack-exchange-double.ts'
import { startSamGovDouble } from './sam-gov-double.ts'
import { startSteamDouble } from './steam-double.ts'
import { startTedDouble } from './ted-double.ts'
import { startWebsiteDouble } from './website-double.ts'
import { startWordpressDouble } from './wordpress-double.ts'
import { startXDouble } from './x-double.ts'
import { startYoutubeDouble } from './youtube-double.ts'

/** Platforms that need a key get only the newest posts: an index of all would slow down every start. */
const MURMUR_EVERY_MS = 5_000
const KEYED_POSTS_MAX = 2_000

export interface AllDoubles {
  postCount: number
  /** The environment the product needs to use the doubles. */
  environment: Record<string, string>
  feedUrl: string
  /** Sources a project can add, as somebody types them. */
  forumUrl: string
  instanceUrl: string
  hashtag: string
  websiteUrl: string
  /** A channel of the Slack double to look at; undefined where there is none. */
  slackUrl: string | undefined
  /** Keys a project can enter as its own, by platform. */
  keys: Readonly<Record<'reddit' | 'x' | 'product_hunt' | 'youtube' | 'sam_gov', Record<string, string>>>
  /** From now on no platform answers, until the returned function lets them. */
  silencePlatforms(): () => void
  /** Posts these on Hacker News. */
  postOnHackerNews(posts: readonly CorpusPost[]): void
  close(): Promise<void>
}

interface AllDoublesOptions {
  /** Undefined takes the project's own posts. */
  folder?: string | undefined
  /** How many generated dull posts to add on platforms without keys; none where undefined. */
  fill?: number | undefined
  /** Twenty-two ports from here on; undefined takes any free ones. */
  portBase?: number | undefined
  /** Whether to start a double of Google's sign-in too, which signs in one made-up person without asking. */
  google?: boolean | undefined
  /**
   * Whether to start a double of a language model too; words such as `double:broken` in the prompt decide how it
   * answers.
   */
  model?: boolean | undefined
  /** The product's address for Stripe's events; starts a double of Stripe too. */
  stripeFor?: string | undefined
  /** The product's address for Slack's presses; starts a double of Slack too. */
  slackFor?: string | undefined
  clock: Clock
}

/** Starts every double, on one corpus whose newest posts are a minute old. */
export async function startAllDoubles(options: AllDoublesOptions): Promise<AllDoubles> {
  const { folder, fill = 0, portBase, clock } = options
  const now = clock.now()
  const corpus = await loadCorpus({ ...(folder !== undefined && { folder }), now })
  const posts = [...corpus, ...fillerPosts({ count: fill, now })]
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
  const stripe =
    options.stripeFor === undefined
      ? undefined
      : await (
          await import('./stripe/stripe-double.ts')
        ).startStripeDouble({
          clock,
          port: port(15),
          webhookUrl: `${options.stripeFor.replace(/\/$/, '')}/api/v1/billing/stripe/events`,
        })
  const slack =
    options.slackFor === undefined
      ? undefined
      : await (
          await import('./slack/slack-double.ts')
        ).startSlackDouble({ clock, port: port(16), productUrl: options.slackFor.replace(/\/$/, '') })
  const forum = await startDiscourseDouble({ posts, port: port(6) })
  const instance = await startLemmyDouble({ posts, port: port(7) })
  const server = await startMastodonDouble({ posts, port: port(8) })
  const dev = await startDevDouble({ posts, port: port(9) })
  const newest = corpus.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, KEYED_POSTS_MAX)
  const reddit = await startRedditDouble({ posts: newest, port: port(10) })
  const x = await startXDouble({ posts: newest, port: port(11) })
  const productHunt = await startProductHuntDouble({ posts: newest, port: port(12) })
  const youtube = await startYoutubeDouble({ posts: newest, videos: 20, port: port(13) })
  const jetstream = await startJetstreamDouble({ clock, murmurEveryMs: MURMUR_EVERY_MS, port: port(14) })
  const ted = await startTedDouble({ posts: newest, port: port(17) })
  const steam = await startSteamDouble({ posts: newest, port: port(18) })
  const appStore = await startAppStoreDouble({ posts: newest, port: port(19) })
  const wordpress = await startWordpressDouble({ posts: newest, port: port(20) })
  const samGov = await startSamGovDouble({ posts: newest, port: port(21) })
  const reviewed = [samGov, steam, appStore, wordpress]
  const addressed = [feeds, website, forum, instance, server]
  const keyed = [reddit, x, productHunt, youtube]
  const platforms = [hackerNews, stackExchange, dev, ted, feeds, forum, instance, server, ...keyed, ...reviewed]
  const doubles = [
    hackerNews,
    stackExchange,
    dev,
    ted,
    jetstream,
    ...keyed,
    ...reviewed,
    ...addressed,
    google,
    model,
    stripe,
    slack,
  ].filter((double) => double !== undefined)
  return {
    postCount: posts.length,
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      STACK_EXCHANGE_API_URL: stackExchange.apiUrl,
      ...google?.environment,
      ...model?.environment(),
      ...stripe?.environment,
      ...slack?.environment,
      DEV_API_URL: dev.apiUrl,
      JETSTREAM_URL: jetstream.url,
      REDDIT_API_URL: reddit.apiUrl,
      REDDIT_SITE_URL: reddit.siteUrl,
      X_API_URL: x.apiUrl,
      PRODUCT_HUNT_API_URL: productHunt.apiUrl,
      YOUTUBE_API_URL: youtube.apiUrl,
      TED_API_URL: ted.apiUrl,
      SAM_GOV_API_URL: samGov.apiUrl,
      STEAM_STORE_URL: steam.storeUrl,
      APP_STORE_URL: appStore.storeUrl,
      WORDPRESS_URL: wordpress.siteUrl,
      OUTBOUND_ALLOW: addressed.map(({ hostAndPort }) => hostAndPort).join(','),
    },
    feedUrl: feeds.feedUrl('rss'),
    forumUrl: forum.forumUrl,
    instanceUrl: instance.instanceUrl,
    hashtag: `${server.instanceUrl}#made_up`,
    websiteUrl: website.homeUrl,
    slackUrl: slack && `${slack.url}/channel/T0MARBLE/C0LEADS`,
    keys: { reddit: reddit.key, x: x.key, product_hunt: productHunt.key, youtube: youtube.key, sam_gov: samGov.key },
    silencePlatforms() {
      const releases = platforms.map((double) => double.silence())
      return () => releases.forEach((release) => release())
    },
    postOnHackerNews: (added) => hackerNews.add(added),
    async close() {
      await Promise.all(doubles.map((double) => double.close()))
    },
  }
}

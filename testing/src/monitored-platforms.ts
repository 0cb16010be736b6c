import type { Clock } from '@leadlight/server/platform/clock'
import { startBlueskyDouble } from './doubles/bluesky-double.ts'
import type { CorpusPost } from './doubles/corpus.ts'
import { startDevDouble } from './doubles/dev-double.ts'
import { startDiscourseDouble } from './doubles/discourse-double.ts'
import type { Double } from './doubles/double-server.ts'
import { startFeedsDouble } from './doubles/feeds-double.ts'
import { startGithubDouble } from './doubles/github-double.ts'
import { startHackerNewsDouble } from './doubles/hacker-news-double.ts'
import { startLemmyDouble } from './doubles/lemmy-double.ts'
import { startMastodonDouble } from './doubles/mastodon-double.ts'
import { startStackExchangeDouble } from './doubles/stack-exchange-double.ts'
import { KEYED, startKeyedPlatforms, type Keyed } from './keyed-platforms.ts'

/** Every platform that monitoring polls and that has a double. */
export const POLLED = [
  'hacker_news',
  'stack_exchange',
  'github',
  'bluesky',
  'feed',
  'discourse',
  'lemmy',
  'mastodon',
  'dev',
] as const
export type Polled = (typeof POLLED)[number]

/** Those, and the platforms that need a project's own key. */
export const LISTENED = [...POLLED, ...KEYED] as const
export type Listened = (typeof LISTENED)[number]

const TAG = 'made_up'
const DEV_TAG = 'madeup'
/** Monthly quotas, which the doubles would count in their own time. */
const REQUESTS = 1_000_000_000

export interface MonitoredPlatforms {
  doubles: ReadonlyMap<Listened, Double>
  /** The source a project adds for each, as somebody types it; none where every project listens there. */
  sources: ReadonlyMap<Listened, string>
  /** Keys that projects can have of their own. */
  keys: ReadonlyMap<Keyed, Readonly<Record<string, string>>>
  environment: Record<string, string>
  close(): Promise<void>
}

interface PlatformsOptions {
  posts: ReadonlyMap<Listened, readonly CorpusPost[]>
  /** Posts are listed from the moment they were written. */
  clock: Clock
  /** Called when a request is left unanswered. */
  onHang?: () => void
  /** How many entries the feed lists. */
  entriesMax?: number
}

/** A double of each polled platform with posts of its own. */
export async function startMonitoredPlatforms({
  posts,
  clock,
  onHang,
  entriesMax = 1_000,
}: PlatformsOptions): Promise<MonitoredPlatforms> {
  const options = (platform: Polled) => ({
    posts: (posts.get(platform) ?? []).map((post) => postOn(platform, post)),
    clock,
    ...(onHang && { onHang }),
  })
  const hackerNews = await startHackerNewsDouble({ ...options('hacker_news'), requestsPerHour: REQUESTS })
  const stackExchange = await startStackExchangeDouble({ ...options('stack_exchange'), quota: REQUESTS })
  const github = await startGithubDouble({ ...options('github'), remaining: REQUESTS })
  const bluesky = await startBlueskyDouble(options('bluesky'))
  const feed = await startFeedsDouble({ ...options('feed'), entriesMax })
  const discourse = await startDiscourseDouble(options('discourse'))
  const lemmy = await startLemmyDouble(options('lemmy'))
  const mastodon = await startMastodonDouble(options('mastodon'))
  const dev = await startDevDouble(options('dev'))
  const keyed = await startKeyedPlatforms({ posts, clock, ...(onHang && { onHang }) })
  const polled = new Map<Listened, Double>(
    Object.entries({
      hacker_news: hackerNews,
      stack_exchange: stackExchange,
      github,
      bluesky,
      feed,
      discourse,
      lemmy,
      mastodon,
      dev,
    }) as [Polled, Double][],
  )
  const doubles = new Map<Listened, Double>([...polled, ...keyed.doubles])
  return {
    doubles,
    keys: keyed.keys,
    sources: new Map<Listened, string>([
      ['feed', feed.feedUrl('rss')],
      ['discourse', discourse.forumUrl],
      ['lemmy', lemmy.instanceUrl],
      ['mastodon', `${mastodon.instanceUrl}#${TAG}`],
      ['dev', DEV_TAG],
      ...keyed.sources,
    ]),
    environment: {
      ...keyed.environment,
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      STACK_EXCHANGE_API_URL: stackExchange.apiUrl,
      STACK_EXCHANGE_SITES: 'stackoverflow',
      GITHUB_API_URL: github.apiUrl,
      GITHUB_TOKEN: 'made-up',
      BLUESKY_API_URL: bluesky.pdsUrl,
      BLUESKY_IDENTIFIER: bluesky.key.identifier,
      BLUESKY_APP_PASSWORD: bluesky.key.password,
      DEV_API_URL: dev.apiUrl,
      OUTBOUND_ALLOW: [feed, discourse, lemmy, mastodon].map(({ hostAndPort }) => hostAndPort).join(','),
    },
    async close() {
      await Promise.all([...doubles.values()].map((double) => double.close()))
    },
  }
}

/** A made-up post in its platform's form. */
function postOn(platform: Polled, post: CorpusPost): CorpusPost {
  if (platform === 'hacker_news') return { ...post, platform: 'hackernews' }
  if (platform === 'stack_exchange') return { ...post, platform: 'stackexchange', channel: 'stackoverflow' }
  if (platform === 'github') {
    const kind = Number(post.id) % 2 === 0 ? 'discussion' : 'story'
    return { ...post, platform, kind, url: 'https://github.com/made-up/place/issues/1' }
  }
  if (platform === 'dev') return { ...post, labels: [DEV_TAG] }
  return post
}

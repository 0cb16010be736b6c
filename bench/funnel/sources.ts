import { loadCorpus, type CorpusPost } from '@leadlight/testing/doubles/corpus'
import { startGithubDouble } from '@leadlight/testing/doubles/github-double'
import { startHackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import { startMastodonDouble } from '@leadlight/testing/doubles/mastodon-double'
import { startRedditDouble } from '@leadlight/testing/doubles/reddit-double'
import { startStackExchangeDouble } from '@leadlight/testing/doubles/stack-exchange-double'
import type { Clock } from '@leadlight/server/platform/clock'

/** The window that every post is moved into, in the order of the dates of its platform. */
export const WINDOW_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** The days' quotas of the doubles, which serve many searches in one run. */
const UNLIMITED = Number.MAX_SAFE_INTEGER
const OWN = ['hackernews', 'reddit', 'github', 'stackexchange']

export interface Sources {
  posts: readonly CorpusPost[]
  /** The environment that points the product at the doubles. */
  environment: Record<string, string>
  /** What the project adds and opens with keys of its own. */
  communities: readonly { platform: string; source: string }[]
  keys: Readonly<Record<string, Record<string, string>>>
  /** How many requests each platform has had. */
  requests(): Record<string, number>
  close(): Promise<void>
}

/**
 * Doubles of the platforms over all posts of a folder. A post is served by the double of its `platform`; one whose
 * platform has none is served by Mastodon's.
 */
export async function startSources(folder: string, clock: Clock): Promise<Sources> {
  const now = clock.now()
  const corpus = await loadCorpus({ folder, now })
  const of = (platform: string) =>
    intoWindow(
      corpus.filter((post) => (platform === 'mastodon' ? !OWN.includes(post.platform) : post.platform === platform)),
      now,
    )
  const hackerNews = await startHackerNewsDouble({ posts: of('hackernews'), clock })
  const reddit = await startRedditDouble({ posts: of('reddit') })
  const github = await startGithubDouble({ posts: of('github'), remaining: UNLIMITED })
  const stackExchange = await startStackExchangeDouble({ posts: of('stackexchange'), quota: UNLIMITED })
  const mastodon = await startMastodonDouble({ posts: of('mastodon') })
  const doubles = { hacker_news: hackerNews, reddit, github, stack_exchange: stackExchange, mastodon }
  return {
    posts: corpus,
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      REDDIT_API_URL: reddit.apiUrl,
      REDDIT_SITE_URL: reddit.siteUrl,
      GITHUB_API_URL: github.apiUrl,
      STACK_EXCHANGE_API_URL: stackExchange.apiUrl,
      STACK_EXCHANGE_KEY: 'made-up-key',
      STACK_EXCHANGE_SITES: 'coffee',
      JETSTREAM_URL: 'off',
      OUTBOUND_ALLOW: mastodon.hostAndPort,
    },
    communities: [
      { platform: 'mastodon', source: `${mastodon.instanceUrl}#made_up` },
      { platform: 'mastodon', source: mastodon.instanceUrl },
    ],
    keys: {
      reddit: reddit.key,
      github: { token: 'made-up-token' },
      mastodon: { server: mastodon.instanceUrl, token: mastodon.token },
    },
    requests: () =>
      Object.fromEntries(Object.entries(doubles).map(([name, { questions }]) => [name, questions.length])),
    async close() {
      await Promise.all(Object.values(doubles).map((double) => double.close()))
    },
  }
}

/** The posts in the order of their dates, evenly spread over the window, so that a search's days leave none out. */
function intoWindow(posts: readonly CorpusPost[], now: Date): CorpusPost[] {
  const stepMs = ((WINDOW_DAYS - 1) * DAY_MS) / Math.max(1, posts.length)
  return posts
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map((post, index) => ({ ...post, createdAt: new Date(now.getTime() - 60_000 - Math.round(index * stepMs)) }))
}

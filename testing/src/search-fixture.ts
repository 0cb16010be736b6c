import type { Search } from '@leadlight/contract/search'
import { createIntentSignal, listSearches, runSearch } from '@leadlight/contract/signals'
import type { Checkpoint } from '@leadlight/server/platform/checkpoint'
import { registerMatchingJobs } from '@leadlight/server/finding/matching/register-jobs'
import { createManualClock } from './manual-clock.ts'
import { loadCorpus, type CorpusPost } from './doubles/corpus.ts'
import { startFeedsDouble, type FeedsDouble } from './doubles/feeds-double.ts'
import { startHackerNewsDouble, type HackerNewsDouble } from './doubles/hacker-news-double.ts'
import { startStackExchangeDouble, type StackExchangeDouble } from './doubles/stack-exchange-double.ts'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'
import { until } from './until.ts'

export const NOW = '2026-11-02T09:00:00Z'
export const BOOKKEEPING = 'Freelancers asking which invoicing or bookkeeping software to use'

/** The app with its jobs at work and doubles of all platforms, on the project's own posts. */
export interface SearchFixture {
  app: TestApp
  hackerNews: HackerNewsDouble
  stackExchange: StackExchangeDouble
  feeds: FeedsDouble
  close(): Promise<void>
}

/**
 * `checkpoint` is called by every search, so that a test can hold them where it wants. Without `posts` the channels
 * that every project searches have the project's own.
 */
export async function startSearchFixture(
  environment: Record<string, string> = {},
  checkpoint: Checkpoint = () => Promise.resolve(),
  given?: readonly CorpusPost[],
  on?: DatabaseOptions,
): Promise<SearchFixture> {
  const clock = createManualClock(NOW)
  const posts = given ?? (await loadCorpus({ now: clock.now() }))
  const hackerNews = await startHackerNewsDouble({ posts, clock })
  const stackExchange = await startStackExchangeDouble({ posts })
  const feeds = await startFeedsDouble({ posts })
  const app = await startTestApp({
    ...(on && { on }),
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      STACK_EXCHANGE_API_URL: stackExchange.apiUrl,
      OUTBOUND_ALLOW: feeds.hostAndPort,
      ...environment,
    },
    prepare: ({ matching }) => registerMatchingJobs({ ...matching, checkpoint }),
  })
  return {
    app,
    hackerNews,
    stackExchange,
    feeds,
    async close() {
      await app.close()
      await Promise.all([hackerNews.close(), stackExchange.close(), feeds.close()])
    },
  }
}

export interface RunningSearch {
  projectId: string
  signalId: string
  searchId: string
}

/** Saves a signal in a new project and starts its search. */
export async function startSearch(
  org: TestOrganization,
  body: { intent_signal?: string; search_days?: number; search_budget?: number | null } = {},
): Promise<RunningSearch> {
  const { id: projectId } = await org.project({ name: 'Bench' })
  const draft = { intent_signal: BOOKKEEPING, search_days: 365, ...body }
  const signal = await org.call(createIntentSignal, { params: { projectId }, body: draft })
  const { search_id: searchId } = await org.call(runSearch, { params: { projectId, id: signal.id } })
  return { projectId, signalId: signal.id, searchId }
}

/** The search once it has ended; advances the clock meanwhile, so that no sleep delays it. */
export function ended(
  { app }: SearchFixture,
  org: TestOrganization,
  { projectId, searchId }: RunningSearch,
): Promise<Search> {
  return until(async () => {
    await app.clock.advance(1_000)
    const searches = await org.call(listSearches, { params: { projectId } })
    return searches.find((search) => search.id === searchId && search.finished_at !== null)
  })
}

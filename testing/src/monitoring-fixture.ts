import { createIntentSignal, enableMonitoring } from '@leadlight/contract/signals'
import { judgeWaiting } from '@leadlight/server/finding/monitoring/judge-waiting'
import { refreshListening } from '@leadlight/server/finding/monitoring/refresh-listening'
import {
  createMonitoring,
  type MonitoringDependencies,
} from '@leadlight/server/finding/monitoring/monitoring-dependencies'
import { erasePostsOfAuthor, eraseDeletedPosts } from '@leadlight/server/lifecycle/retention/erase-deleted-posts'
import { selectListeningProjects, selectOrganizationsAtWork } from '@leadlight/server/finding/monitoring/monitor-store'
import { findDue } from '@leadlight/server/finding/monitoring/poll-due'
import { pollWatch } from '@leadlight/server/finding/monitoring/poll-watch'
import { monitoringScope } from '@leadlight/server/platform/scopes'
import type { CorpusPost } from './doubles/corpus.ts'
import { startHackerNewsDouble, type HackerNewsDouble } from './doubles/hacker-news-double.ts'
import { createManualClock } from './manual-clock.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'

export const MONITORED = 'Freelancers asking which invoicing or bookkeeping software to use'
const MINUTE_MS = 60_000

/** The app and its sources, with monitoring run by hand, minute by minute of the app's own time. */
export interface MonitoringFixture {
  app: TestApp
  hackerNews: HackerNewsDouble
  monitoring: MonitoringDependencies
  /** Lets so many minutes pass, doing in each what has come due. */
  pass(minutes: number): Promise<void>
  close(): Promise<void>
}

/** Posts may lie in the future: they are found from the moment they were written. */
export async function startMonitoringFixture({
  posts,
  start,
  environment = {},
}: {
  posts: readonly CorpusPost[]
  start: string
  environment?: Record<string, string>
}): Promise<MonitoringFixture> {
  const doubleClock = createManualClock(start)
  const hackerNews = await startHackerNewsDouble({ posts, clock: doubleClock })
  const app = await startTestApp({
    environment: {
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      SESSION_DAYS: '90',
      ...environment,
    },
  })
  await app.clock.set(start)
  const { matching } = app.dependencies
  const platformSources = matching.platformSources.filter(({ platform }) => platform === 'hacker_news')
  const monitoring = {
    ...createMonitoring({ ...matching, platformSources }, app.dependencies.config, {
      erasePosts: eraseDeletedPosts,
      eraseAuthor: erasePostsOfAuthor,
    }),
    streamed: [],
  }
  const signal = new AbortController().signal

  async function doWhatIsDue(): Promise<void> {
    for (const project of await app.db.transaction(monitoringScope(), selectListeningProjects)) {
      await refreshListening(monitoring, project)
    }
    for (const watchId of await findDue(monitoring)) await pollWatch(monitoring, { watchId, signal })
    for (const organizationId of await app.db.transaction(monitoringScope(), selectOrganizationsAtWork)) {
      await judgeWaiting(monitoring, { organizationId, signal, mustMakeRoom: () => Promise.resolve(false) })
    }
  }

  return {
    app,
    hackerNews,
    monitoring,
    async pass(minutes) {
      for (let minute = 0; minute < minutes; minute++) {
        await app.clock.advance(MINUTE_MS)
        await doubleClock.set(app.clock.now())
        await doWhatIsDue()
      }
    },
    async close() {
      await app.close()
      await hackerNews.close()
    },
  }
}

/** A monitored signal in a new project. */
export async function startMonitored(
  org: TestOrganization,
  { budget = 100, sentence = MONITORED }: { budget?: number; sentence?: string } = {},
): Promise<{ projectId: string; signalId: string }> {
  const { id: projectId } = await org.project()
  const signal = await org.call(createIntentSignal, { params: { projectId }, body: { intent_signal: sentence } })
  const params = { projectId, id: signal.id }
  await org.call(enableMonitoring, { params, body: { monthly_credit_budget: budget } })
  return { projectId, signalId: signal.id }
}

import { listLeads } from '@leadlight/contract/leads'
import { createLiveIndex } from '@leadlight/server/finding/monitoring/live-index'
import {
  createMonitoring,
  type MonitoringDependencies,
} from '@leadlight/server/finding/monitoring/monitoring-dependencies'
import { erasePostsOfAuthor, eraseDeletedPosts } from '@leadlight/server/lifecycle/retention/erase-deleted-posts'
import { registerMonitoringJobs } from '@leadlight/server/finding/monitoring/register-jobs'
import type { Checkpoint } from '@leadlight/server/platform/checkpoint'
import { systemClock, type Clock } from '@leadlight/server/platform/clock'
import { createIds } from '@leadlight/server/platform/ids'
import { createJobs, type Jobs } from '@leadlight/server/platform/jobs'
import { silentLog } from '@leadlight/server/platform/log'
import { systemRandom } from '@leadlight/server/platform/random'
import type { BlueskyDouble } from './doubles/bluesky-double.ts'
import { startJetstreamDouble, type JetstreamDouble } from './doubles/jetstream-double.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'
import { until } from './until.ts'

const TRADES = ['designer', 'translator', 'photographer', 'carpenter', 'editor', 'plumber', 'tutor', 'developer']
const TOWNS = ['Lisbon', 'Oslo', 'Porto', 'Ghent', 'Turin', 'Graz', 'Bergen', 'Lyon', 'Cork', 'Malmo', 'Split']

/** The app with a stream of Bluesky, and workers that listen to it as time goes by. */
export interface StreamFixture {
  app: TestApp
  jetstream: JetstreamDouble
  monitoring: MonitoringDependencies
  /** Another worker process, as far as the database can tell. */
  startWorker(checkpoint?: Checkpoint): Promise<Jobs>
  /** Waits until somebody listens to the stream. */
  untilListening(listeners?: number): Promise<void>
  /** Waits until exactly these have become leads, by the last part of their addresses. */
  untilLeads(org: TestOrganization, projectId: string, keys: readonly string[], withinMs?: number): Promise<void>
  close(): Promise<void>
}

export async function startStreamFixture({
  environment = {},
  checkpoint,
  search,
  isTimed = false,
  clock = systemClock,
}: {
  environment?: Record<string, string>
  checkpoint?: Checkpoint
  /** Bluesky's search, where the installation has a key for it. */
  search?: BlueskyDouble
  /** Whether the stream follows real time; otherwise a millisecond passes with each event. */
  isTimed?: boolean
  /** The clock of monitoring's waits. */
  clock?: Clock
} = {}): Promise<StreamFixture> {
  const jetstream = await startJetstreamDouble({ startAt: new Date(), ...(isTimed && { clock: systemClock }) })
  let monitoring: MonitoringDependencies | undefined
  const app = await startTestApp({
    environment: {
      JETSTREAM_URL: jetstream.url,
      SESSION_DAYS: '90',
      ...(search && {
        BLUESKY_API_URL: search.pdsUrl,
        BLUESKY_IDENTIFIER: search.key.identifier,
        BLUESKY_APP_PASSWORD: search.key.password,
      }),
      ...environment,
    },
    prepare({ config, matching }) {
      const platformSources = matching.platformSources.filter(
        ({ platform }) => platform === 'mastodon' || (search && platform === 'bluesky'),
      )
      const given = { ...matching, platformSources, clock, ...(checkpoint && { checkpoint }) }
      monitoring = createMonitoring(given, config, { erasePosts: eraseDeletedPosts, eraseAuthor: erasePostsOfAuthor })
      registerMonitoringJobs(monitoring)
    },
  })
  await app.clock.set(new Date())
  if (!monitoring) throw new Error('The app was not prepared.')
  const made = monitoring
  const workers: Jobs[] = []

  async function leadKeys(org: TestOrganization, projectId: string): Promise<string[]> {
    const { items } = await org.call(listLeads, { params: { projectId }, query: { limit: '100' } })
    // A post that is sent and deleted at once may have been a lead for a moment.
    const standing = items.filter(({ source_deleted_at: deletedAt }) => deletedAt === null)
    return standing.map(({ url }) => url.split('/').at(-1) ?? '').toSorted()
  }

  return {
    app,
    jetstream,
    monitoring: made,
    async startWorker(itsCheckpoint = made.checkpoint) {
      const jobs = createJobs({
        database: app.database,
        log: silentLog,
        clock: systemClock,
        newId: createIds(systemClock, systemRandom),
      })
      const own = { ...made, jobs, checkpoint: itsCheckpoint, liveIndex: createLiveIndex(made) }
      registerMonitoringJobs(own)
      await jobs.start()
      workers.push(jobs)
      return jobs
    },
    async untilListening(listeners = 1) {
      await until(() => jetstream.listeners() === listeners)
    },
    async untilLeads(org, projectId, keys, withinMs) {
      let found: string[] = []
      const wanted = keys.toSorted().join(' ')
      await until(async () => (found = await leadKeys(org, projectId)).join(' ') === wanted, withinMs).catch(() => {
        throw new Error(`Leads are ${found.join(' ')} instead of ${wanted}`)
      })
    },
    async close() {
      for (const jobs of workers) await jobs.stop(0)
      await app.close()
      await jetstream.close()
    },
  }
}

/** A post that fits `MONITORED`, each in its own words. */
export function wantedPost(number: number): string {
  const trade = TRADES[number % TRADES.length]
  const town = TOWNS[number % TOWNS.length]
  return `I am a freelancer. Which invoicing or bookkeeping software should I use? I need a recommendation for my small business as a ${trade} from ${town} with ${number + 2} clients.`
}

export function otherPost(number: number): string {
  return `The weather in the mountains was fine today and we saw ${number} birds above the lake`
}

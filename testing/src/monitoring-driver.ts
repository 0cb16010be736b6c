import { addCommunity, addFeed, setChannelKey, type Source } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createMatching } from '@leadlight/server/finding/matching/create-matching'
import type { Judge } from '@leadlight/engine/judge/judge'
import { judgeWaitingJob } from '@leadlight/server/finding/monitoring/judge-job'
import { judgeWaiting } from '@leadlight/server/finding/monitoring/judge-waiting'
import { refreshListening } from '@leadlight/server/finding/monitoring/refresh-listening'
import {
  createMonitoring,
  type MonitoringDependencies,
} from '@leadlight/server/finding/monitoring/monitoring-dependencies'
import { erasePostsOfAuthor, eraseDeletedPosts } from '@leadlight/server/lifecycle/retention/erase-deleted-posts'
import { selectOrganizationsAtWork } from '@leadlight/server/finding/monitoring/monitor-store'
import { findDue } from '@leadlight/server/finding/monitoring/poll-due'
import { pollWatch } from '@leadlight/server/finding/monitoring/poll-watch'
import { deleteUnwatched, lockWatch } from '@leadlight/server/finding/monitoring/watch-store'
import { systemClock, type Clock } from '@leadlight/server/platform/clock'
import type { Jobs } from '@leadlight/server/platform/jobs'
import type { Log } from '@leadlight/server/platform/log'
import { createOutbound, type Outbound } from '@leadlight/server/platform/outbound'
import { monitoringScope } from '@leadlight/server/platform/scopes'
import type { Keyed } from './keyed-platforms.ts'
import { createManualClock } from './manual-clock.ts'
import { startMonitoredPlatforms, type Listened, type MonitoredPlatforms } from './monitored-platforms.ts'
import { startStreamVisits, type StreamVisits } from './stream-visits.ts'
import type { CorpusPost } from './doubles/corpus.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'

/** Longer than a request may last. */
const GIVEN_UP_MS = 120_000
const MINUTE_MS = 60_000

/** Monitoring run by hand, in the app's own time: from one moment at which something is due to the next. */
export interface MonitoringDriver {
  app: TestApp
  platforms: MonitoredPlatforms
  monitoring: MonitoringDependencies
  outbound: Outbound
  /** Bluesky's stream, where it is listened to. */
  stream: StreamVisits | undefined
  now(): Date
  /** How many posts were sent to the judge in all. */
  judged(): number
  /** How many polls there were in all. */
  polled(): number
  /** Adds the platform's source to a project, unless every project has it. */
  addSource(org: TestOrganization, projectId: string, platform: Listened): Promise<Source | undefined>
  /** Gives a project a key of its own. */
  setKey(org: TestOrganization, projectId: string, platform: Keyed): Promise<void>
  /** Does the job that every change of a project's sources and signals enqueues. */
  listen(project: { organizationId: string; projectId: string }): Promise<void>
  /** Advances the time, doing what comes due. */
  passUntil(instant: Date): Promise<void>
  /** Advances the time while no worker runs. */
  sleepUntil(instant: Date): Promise<void>
  /** Does the job that follows when a signal is monitored or its budget changes. */
  judge(organizationId: string): Promise<void>
  /** Does the occasional jobs: judging is resumed, and watches of nobody are dropped. */
  tidy(): Promise<void>
  close(): Promise<void>
}

interface DriveOptions {
  posts: ReadonlyMap<Listened, readonly CorpusPost[]>
  start: Date
  /** How often Bluesky is listened to as well. */
  visitEveryMs?: number
  environment?: Record<string, string>
  /** The polls per day on each platform; the installation's default where left out. */
  pollsPerDay?: number
  /** How many entries the feed lists. */
  entriesMax?: number
}

export async function startMonitoringDriver(options: DriveOptions): Promise<MonitoringDriver> {
  let time: Clock = createManualClock(options.start)
  // Hanging requests time out at once: their clock only advances for that.
  const networkClock = createManualClock(options.start)
  const platforms = await startMonitoredPlatforms({
    posts: options.posts,
    ...(options.entriesMax !== undefined && { entriesMax: options.entriesMax }),
    clock: { now: () => time.now(), sleep: (ms, signal) => time.sleep(ms, signal) },
    onHang: () => setImmediate(() => void networkClock.advance(GIVEN_UP_MS)),
  })
  const { visitEveryMs = Infinity } = options
  const stream =
    visitEveryMs === Infinity
      ? undefined
      : await startStreamVisits({
          posts: options.posts.get('bluesky') ?? [],
          start: options.start,
          now: () => app.clock.now(),
        })
  const app: TestApp = await startTestApp({
    environment: {
      ...platforms.environment,
      ...(stream && { JETSTREAM_URL: stream.url }),
      SESSION_DAYS: '90',
      ...options.environment,
    },
  })
  await app.clock.set(options.start)
  time = app.clock
  const outbound = createOutbound({ userAgent: 'test', allow: app.config.outboundAllow, clock: networkClock })
  const toJudge = new Set<string>()
  const counted = { judged: 0, polled: 0 }
  const monitoring = createByHand(app, { outbound, toJudge, counted, pollsPerDay: options.pollsPerDay })
  const signal = new AbortController().signal

  async function pollWhatIsDue(): Promise<void> {
    for (const watchId of await findDue(monitoring)) {
      counted.polled += 1
      await pollWatch(monitoring, { watchId, signal })
    }
  }

  let visitAt = options.start.getTime() + visitEveryMs

  /** Visits all streams, or those never visited before. */
  async function visitStreams({ onlyNew = false } = {}): Promise<void> {
    if (!stream) return
    if (!onlyNew) visitAt = app.clock.now().getTime() + visitEveryMs
    for (const watchId of await findDue(monitoring, 'stream')) {
      const watch = await app.db.transaction(monitoringScope(), (tx) => lockWatch(tx, watchId))
      if (!onlyNew || watch?.streamCursor === null) await stream.visit(monitoring, watchId)
    }
  }

  async function judge(organizationIds: Iterable<string>): Promise<void> {
    for (const organizationId of organizationIds) {
      await judgeWaiting(monitoring, { organizationId, signal, mustMakeRoom: () => Promise.resolve(false) })
    }
  }

  async function judgeWhatCame(): Promise<void> {
    const came = [...toJudge].toSorted()
    toJudge.clear()
    await judge(came)
  }

  /** Advances the app's time for requests that wait between two calls to a platform. */
  async function hasten<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([settled, systemClock.sleep(5).then(() => false)]))) await app.clock.advance(100)
    return work
  }

  async function nextDue(): Promise<Date | null> {
    const { rows } = await app.db.transaction(monitoringScope(), (tx) =>
      sql<{ at: Date | null }>`select min(next_poll_at) as at from watch
        where way = 'poll' and exists (select from watch_project where watch_id = watch.id)`.execute(tx),
    )
    const at = Math.min(rows[0]?.at?.getTime() ?? Infinity, visitAt)
    return at === Infinity ? null : new Date(at)
  }

  return {
    app,
    platforms,
    monitoring,
    outbound,
    stream,
    now: () => app.clock.now(),
    judged: () => counted.judged,
    polled: () => counted.polled,
    async addSource(org, projectId, platform) {
      const source = platforms.sources.get(platform)
      if (source === undefined) return undefined
      const params = { projectId }
      // Platforms limit requests per minute.
      await app.clock.advance(MINUTE_MS)
      return hasten(
        platform === 'feed'
          ? org.call(addFeed, { params, body: { url: source } })
          : org.call(addCommunity, { params, body: { platform, source } }),
      )
    },
    async setKey(org, projectId, platform) {
      const fields = platforms.keys.get(platform) ?? {}
      await app.clock.advance(MINUTE_MS)
      await hasten(org.call(setChannelKey, { params: { projectId, platform }, body: { fields } }))
    },
    async listen(project) {
      await refreshListening(monitoring, project)
      await visitStreams({ onlyNew: true })
    },
    async passUntil(wanted) {
      const instant = new Date(Math.max(wanted.getTime(), app.clock.now().getTime()))
      for (;;) {
        const due = await nextDue()
        if (!due || due > instant) break
        if (due > app.clock.now()) await app.clock.set(due)
        if (due.getTime() >= visitAt) await visitStreams()
        await pollWhatIsDue()
        await judgeWhatCame()
      }
      if (instant > app.clock.now()) await app.clock.set(instant)
      await judgeWhatCame()
    },
    async sleepUntil(instant) {
      if (instant > app.clock.now()) await app.clock.set(instant)
    },
    judge: (organizationId) => judge([organizationId]),
    async tidy() {
      await judge(await app.db.transaction(monitoringScope(), selectOrganizationsAtWork))
      await app.db.transaction(monitoringScope(), deleteUnwatched)
    },
    async close() {
      await app.close()
      await outbound.close()
      await stream?.close()
      await platforms.close()
    },
  }
}

interface ByHand {
  outbound: ReturnType<typeof createOutbound>
  toJudge: Set<string>
  counted: { judged: number }
  pollsPerDay: number | undefined
}

/** What monitoring needs, with waits that advance the time and judging in place of jobs. */
function createByHand(app: TestApp, { outbound, toJudge, counted, pollsPerDay }: ByHand): MonitoringDependencies {
  const { config, db, jobs, newId, log, ledger, matching } = app.dependencies
  const clock: Clock = { now: () => app.clock.now(), sleep: (ms) => app.clock.advance(ms) }
  const noted: Jobs = {
    ...jobs,
    async enqueue(tx, job, payload, options) {
      if (job.name !== judgeWaitingJob.name) return jobs.enqueue(tx, job, payload, options)
      toJudge.add((payload as { organizationId: string }).organizationId)
    },
  }
  const embedder = remembering(matching.embedder)
  const checkpoint = () => Promise.resolve()
  const given = {
    db,
    jobs: noted,
    clock,
    newId,
    random: matching.random,
    log: countingVain(log, counted),
    ledger,
    vault: matching.vault,
    checkpoint,
    archive: matching.archive,
    suppression: matching.suppression,
  }
  const made = createMatching({ ...given, config, outbound, embedder })
  const judge: Judge = {
    judge(plan, posts) {
      counted.judged += posts.length
      return made.judge.judge(plan, posts)
    },
  }
  const platformSources = made.platformSources.map((place) =>
    pollsPerDay === undefined ? place : { ...place, pollsPerDay },
  )
  return createMonitoring({ ...made, platformSources, judge }, config, {
    erasePosts: eraseDeletedPosts,
    eraseAuthor: erasePostsOfAuthor,
  })
}

/** Counts posts judged without being kept, as unaffordable or duplicate: they are judged again or dropped. */
function countingVain(log: Log, counted: { judged: number }): Log {
  return {
    ...log,
    debug(fields, message) {
      if ('vain' in fields && typeof fields.vain === 'number') counted.judged -= fields.vain
      log.debug(fields, message)
    },
  }
}

/** The same vectors, with each text embedded only once. */
export function remembering(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>()
  return {
    ...embedder,
    async embed(texts) {
      const missing = [...new Set(texts.filter((text) => !known.has(text)))]
      const made = await embedder.embed(missing)
      for (const [index, text] of missing.entries()) {
        const vector = made[index]
        if (vector) known.set(text, vector)
      }
      return texts.flatMap((text) => known.get(text) ?? [])
    },
  }
}

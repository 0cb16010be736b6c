import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createIntentSignal, enableMonitoring } from '@leadlight/contract/signals'
import { addCommunity, addFeed } from '@leadlight/contract/sources'
import { sql } from 'kysely'
import { refreshListening } from '@leadlight/server/finding/monitoring/refresh-listening'
import { createMonitoring } from '@leadlight/server/finding/monitoring/monitoring-dependencies'
import { erasePostsOfAuthor, eraseDeletedPosts } from '@leadlight/server/lifecycle/retention/erase-deleted-posts'
import { pollDue } from '@leadlight/server/finding/monitoring/poll-due'
import { systemClock } from '@leadlight/server/platform/clock'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { monitoringScope, organizationScope } from '@leadlight/server/platform/scopes'
import { corpusPost } from './channel-fixtures.ts'
import type { CorpusPost } from './doubles/corpus.ts'
import { startJetstreamDouble } from './doubles/jetstream-double.ts'
import { startMonitoredPlatforms, type MonitoredPlatforms, type Polled } from './monitored-platforms.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const SCRIPT = fileURLToPath(new URL('crash-worker.ts', import.meta.url))
const WORKERS_MAX = 8
/** Ends only what hangs: a loaded machine may need minutes. */
const DONE_WITHIN_MS = 600_000
/** The silence that shows nothing is left to do, or only a dead worker's work. */
const QUIET_MS = 6_000
const SIGNALS = ['Freelancers asking which invoicing software to use', 'Farmers asking which weather station to use']
const PLACES = ['Oslo', 'Porto', 'Ghent', 'Turin', 'Graz', 'Bergen', 'Leeds', 'Lyon', 'Riga']

/** What monitoring leaves behind, in a form that two runs can be compared by. */
export interface MonitoringOutcome {
  posts: unknown[]
  leads: unknown[]
  judged: unknown[]
  charged: number
  held: number
  balance: number
  spent: unknown[]
  polls: unknown[]
}

interface Plan {
  where: DatabaseOptions
  /** The same for runs to be compared: a post's address is part of what is stored of it. */
  platforms: MonitoredPlatforms
  /** The checkpoints at which the workers kill themselves; the last worker lives. */
  killAt: readonly number[]
}

/** Doubles of all platforms, with posts from the last minutes. */
export async function startTalkOfTheHour(): Promise<MonitoredPlatforms> {
  const platforms = await startMonitoredPlatforms({ posts: saidJustNow(), clock: systemClock })
  // No new posts while the workers listen.
  const jetstream = await startJetstreamDouble({ clock: systemClock, murmurEveryMs: 200 })
  return {
    ...platforms,
    environment: { ...platforms.environment, JETSTREAM_URL: jetstream.url },
    async close() {
      await platforms.close()
      await jetstream.close()
    },
  }
}

/**
 * Posts from the minutes before the workers start, so that the first poll finds them: more than a page on one platform.
 */
function saidJustNow(): Map<Polled, CorpusPost[]> {
  const now = Date.now()
  const at = (n: number) => new Date(Math.floor(now / 1000) * 1000 - 60_000 - n * 2_000)
  const dull = Array.from({ length: 140 }, (_, n) =>
    corpusPost(1_000 + n, { at: at(n), words: `The match ended ${n} to nothing after a long and muddy second half.` }),
  )
  const wanted = PLACES.flatMap((place, n) => [
    corpusPost(1 + n, {
      at: at(n * 7),
      words: `I am a freelancer from ${place} with ${n + 2} clients. Which invoicing software should I use? I need a recommendation.`,
    }),
    corpusPost(101 + n, {
      at: at(n * 9),
      words: `I am a farmer near ${place} with ${n + 2} cows. Which weather station should I use? I need a recommendation.`,
    }),
  ])
  // No two are alike: otherwise which is judged and which is its duplicate depends on who comes first.
  const part = (from: number) => wanted.filter((_, n) => n % 5 === from)
  return new Map<Polled, CorpusPost[]>([
    ['hacker_news', [...dull, ...part(0)]],
    ['github', part(1)],
    ['bluesky', part(2)],
    ['feed', [...dull.slice(0, 20), ...part(3)]],
    ['lemmy', [...dull.slice(0, 60), ...part(4)]],
  ])
}

/**
 * Has workers poll once for a fresh organization and judge what they find, while they die on the way. Where the
 * database allows several processes, another worker lives beside them; else they run one after another.
 */
export async function monitorThroughCrashes(plan: Plan): Promise<{ outcome: MonitoringOutcome; killed: number }> {
  const environment = {
    ...plan.platforms.environment,
    JETSTREAM_URL: 'off',
    JUDGED_POST_PRICE: '0.5',
    MONTHLY_CREDITS: '1000',
  }
  const organizationId = await begin(plan, environment)
  const work = plan.where.databaseUrl === undefined ? workInTurn : workTogether
  const killed = await work(plan, environment, organizationId)
  const app = await startTestApp({ on: plan.where, environment })
  const outcome = await readOutcome(app, organizationId)
  await app.close()
  return { outcome, killed }
}

/** Sets everything up and enqueues every job, before any worker runs. */
async function begin({ where, platforms }: Plan, environment: Record<string, string>): Promise<string> {
  const { sources } = platforms
  const app = await startTestApp({ on: where, environment })
  // An hour ago, so that the first poll finds the posts since then.
  await app.clock.set(new Date(Date.now() - 60 * 60_000))
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const params = { projectId }
  await org.call(addFeed, { params, body: { url: sources.get('feed') ?? '' } })
  await org.call(addCommunity, { params, body: { platform: 'lemmy', source: sources.get('lemmy') ?? '' } })
  for (const sentence of SIGNALS) {
    const { id } = await org.call(createIntentSignal, { params, body: { intent_signal: sentence } })
    await org.call(enableMonitoring, { params: { projectId, id }, body: { monthly_credit_budget: 100 } })
  }
  const monitoring = createMonitoring(app.dependencies.matching, app.dependencies.config, {
    erasePosts: eraseDeletedPosts,
    eraseAuthor: erasePostsOfAuthor,
  })
  await refreshListening(monitoring, { organizationId: org.organizationId, projectId })
  await pollDue(monitoring)
  await app.close()
  return org.organizationId
}

interface Worker {
  ended: Promise<'killed' | 'stopped'>
  /** How long it has been silent, once it is at work. */
  silentForMs(): number
  isOver(): boolean
  stop(): Promise<void>
}

function startWorker({ where }: Plan, environment: Record<string, string>, killAt: number): Worker {
  const database = where.databaseUrl === undefined ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
  const env = { ...process.env, ...environment, ...database, SECRET_KEY: 'a secret that only the tests know of' }
  const script = [...NODE_FLAGS, SCRIPT, String(killAt), 'all']
  const child = spawn(process.execPath, script, { env })
  const complaints: string[] = []
  const heard = Promise.withResolvers<void>()
  let [lastHeardAt, isOver] = [Infinity, false]
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    // A stream goes on as long as anybody listens.
    if (!line.startsWith('stream')) lastHeardAt = Date.now()
    heard.resolve()
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    isOver = true
    if (signal === 'SIGKILL') return 'killed' as const
    if (code !== 0) throw new Error(`The worker ended with ${String(code ?? signal)}: ${complaints.join('')}`)
    return 'stopped' as const
  })
  return {
    ended,
    silentForMs: () => Math.max(0, Date.now() - lastHeardAt),
    isOver: () => isOver,
    async stop() {
      // Before it is at work it would not know how to stop.
      await Promise.race([heard.promise, ended])
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs several at once: the living take over from the dead. Resolves with how many died. */
async function workTogether(plan: Plan, environment: Record<string, string>, organizationId: string): Promise<number> {
  const app = await startTestApp({ on: plan.where, environment })
  const workers = [...plan.killAt, 0].map((killAt) => startWorker(plan, environment, killAt))
  try {
    const end = Date.now() + DONE_WITHIN_MS
    while (!(await isDone(app, organizationId))) {
      if (Date.now() > end) throw new Error('Something was left undone although a worker lived.')
      await systemClock.sleep(200)
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await app.close()
  }
  return (await Promise.all(workers.map(({ ended }) => ended))).filter((how) => how === 'killed').length
}

/** Runs one after another, since only one process may open the embedded database. Resolves with how many died. */
async function workInTurn(plan: Plan, environment: Record<string, string>, organizationId: string): Promise<number> {
  let killed = 0
  for (let n = 0; n < WORKERS_MAX; n += 1) {
    const worker = startWorker(plan, environment, plan.killAt[n] ?? 0)
    while (!worker.isOver() && worker.silentForMs() < QUIET_MS) await systemClock.sleep(100)
    if (!worker.isOver()) await worker.stop()
    if ((await worker.ended) === 'killed') killed += 1
    const app = await startTestApp({ on: plan.where, environment })
    const done = await isDone(app, organizationId)
    await app.close()
    if (done) return killed
  }
  throw new Error(`${WORKERS_MAX} workers one after another did not get done.`)
}

async function isDone(app: TestApp, organizationId: string): Promise<boolean> {
  const unread = await app.db.transaction(monitoringScope(), (tx) =>
    sql`select from watch where way = 'poll' and (last_polled_at is null or window_to is not null) limit 1`.execute(tx),
  )
  const unjudged = await app.db.transaction(organizationScope(organizationId), (tx) =>
    sql`select from monitor_candidate where state in ('waiting', 'held') limit 1`.execute(tx),
  )
  return unread.rows.length === 0 && unjudged.rows.length === 0
}

async function readOutcome(app: TestApp, organizationId: string): Promise<MonitoringOutcome> {
  const polls = await app.db.transaction(monitoringScope(), async (tx) => {
    const { rows } = await sql`
      select watch.platform, watch.query, look.seen, look.gap, look.error,
        (select count(*)::int from monitor_candidate where look_id = look.id) as kept
      from watch_look look join watch on watch.id = look.watch_id where way = 'poll' order by 1, 2, 3, 6`.execute(tx)
    return rows
  })
  return app.db.transaction(organizationScope(organizationId), async (tx) => {
    const rows = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows
    const [money] = (await rows(sql`
      select (select -sum(amount) from credit_entry where kind = 'charge')::int as charged,
        (select -sum(amount) from credit_entry where kind in ('hold', 'release'))::int as held,
        (select balance from credit_account)::int as balance`)) as {
      charged: number
      held: number
      balance: number
    }[]
    if (!money) throw new Error('The organization has no credits.')
    return {
      ...money,
      polls,
      posts: await rows(sql`select platform, external_id from post order by 1, 2`),
      leads: await rows(sql`
        select post.platform, post.external_id, lead.score, lead_match.score as matched, lead_match.reason, signal.intent_signal
        from lead join post on post.id = lead.post_id join lead_match on lead_match.lead_id = lead.id
        join intent_signal signal on signal.id = lead_match.intent_signal_id order by 1, 2, 6`),
      judged: await rows(sql`
        select post.platform, post.external_id, signal.intent_signal, candidate.state, judgement.score, judgement.kept
        from monitor_candidate candidate join post on post.id = candidate.post_id
        join intent_signal signal on signal.id = candidate.intent_signal_id
        left join judgement on judgement.post_id = post.id and judgement.intent_signal_id = signal.id order by 1, 2, 3`),
      spent: await rows(sql`
        select signal.intent_signal, spent::int, batch from signal_monitor
        join intent_signal signal on signal.id = signal_monitor.intent_signal_id order by 1`),
    }
  })
}

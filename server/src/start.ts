import { onAccessVoided } from './hooks.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { ProvisionDependencies } from './core/accounts/provision-account.ts'
import { createPasswords, PASSWORD_COST } from './core/accounts/passwords.ts'
import { DEMO_EMAIL, retirePublishedPassword } from './core/accounts/published-password.ts'
import { createLanguageModel } from './ai/create-language-model.ts'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { buildApp, buildWorkerApp, type AppDependencies } from './app.ts'
import { openSuppression } from './core/suppression/open-suppression.ts'
import type { Suppression } from './core/suppression/suppression.ts'
import { createLedger } from './core/billing/create-ledger.ts'
import { emptyArchive, type Archive } from './finding/archive/archive.ts'
import { createArchive, type ArchiveDependencies } from './finding/archive/create-archive.ts'
import { createMatching } from './finding/matching/create-matching.ts'
import type { Judge } from '@leadlight/engine/judge/judge'
import type { Channel } from './channels/channel.ts'
import { countedChannel } from './channels/counted-channel.ts'
import type { Checkpoint } from './platform/checkpoint.ts'
import { createReader } from './finding/opinions/create-reader.ts'
import { raiseSuperAdmins } from './core/organization/raise-super-admin.ts'
import { SEALED_COLUMNS } from './lifecycle/operator/sealed-columns.ts'
import { mailSubscriber } from './outlets/notifications/queue-leads.ts'
import { runOutbox, type RunningOutbox } from './outlets/outbox/run-outbox.ts'
import { watchedFigures } from './watched-figures.ts'
import { whenDatabaseIsThere } from './platform/await-database.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { createVault, type Keys, type Vault } from './platform/crypto.ts'
import { explainOpening, openDatabase, type Database, type Readiness } from './platform/database.ts'
import { assertNoTransaction } from './platform/db.ts'
import { createFront, type Front } from './platform/front.ts'
import { createIds, type NewId } from './platform/ids.ts'
import { createJobs, type Jobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import { createOutbound, type Outbound, type OutboundFetch } from './platform/outbound.ts'
import { systemRandom, type Random } from './platform/random.ts'
import { createRateLimits } from './platform/rate-limits.ts'
import { openKeys, watchSecret } from './platform/secret-key.ts'
import { createSignedTokens } from './platform/signed-tokens.ts'
import type { Tracing } from './platform/tracing/open-tracing.ts'
import { registerJobs } from './register-jobs.ts'
import { createMailer } from './senders/create-mailer.ts'
import { slackSubscriber } from './outlets/slack/queue-messages.ts'
import { webhookSubscriber } from './outlets/webhooks/queue-messages.ts'

/** `api` answers requests, `worker` runs jobs, `all` does both in one process. */
export const RUN_ROLES = ['all', 'api', 'worker'] as const
export type RunRole = (typeof RUN_ROLES)[number]

const JOBS_STOP_MS = 10_000
const PACKAGE = new URL('../package.json', import.meta.url)
const WEB = new URL('../../web/dist/', import.meta.url)
const GUIDE = new URL('../../guide/dist/', import.meta.url)

export interface Installation {
  /** Where requests are answered, by a worker those of watchers; undefined for a worker without a port. */
  address: string | undefined
  /** The server's address on this machine, whatever proxy stands in front; likewise. */
  localAddress: string | undefined
  /** Stops in order: no more requests, streams end, jobs finish or are handed back, the database closes. */
  stop(): Promise<void>
}

/** What is opened before anything runs. */
interface Opened {
  front: Front | undefined
  metrics: Metrics
  tracing: Tracing | undefined
  keys: Keys
  vault: Vault
  suppression: Suppression
}

interface StartOptions {
  config: Config
  role: RunRole
  log: Log
  /** Called when the installation cannot go on and only a restart helps. */
  onLost: (reason: Error) => void
  /** Ends a start that waits for the database. */
  signal?: AbortSignal
  /** Called at every checkpoint of a search; tests end the process there. */
  checkpoint?: Checkpoint
  /** A benchmark's replacements: for the models and the archive, whose time it reports apart, and around each channel. */
  standIns?: { embedder?: Embedder; judge?: Judge; archive?: Archive; wrapChannel?: (channel: Channel) => Channel }
  demo?: DemoParts | undefined
}

/** What a demo adds to an installation. */
export interface DemoParts {
  /** The time of the installation: a demo's story begins in the past. */
  clock: Clock
  /** Runs before requests are accepted. */
  prepare: (parts: ProvisionDependencies & { random: Random; config: Config }) => Promise<void>
  /** Wraps requests to addresses that strangers name: the demo's websites have names that do not resolve. */
  led: (outbound: Outbound) => OutboundFetch
}

/**
 * Builds everything from the configuration, migrates, and starts what the role asks for. A PostgreSQL that is not there yet is
 * waited for; meanwhile health is answered, and that the process is not ready.
 */
export async function startInstallation(start: StartOptions): Promise<Installation> {
  const { config, role, log, signal } = start
  const front = openFront(role, config)
  const waiting = {
    clock: systemClock,
    log,
    signal,
    waitMs: config.databaseUrl === undefined ? 0 : config.databaseWaitMs,
    onMissed: async (sentence: string) => front?.excuse(sentence),
  }
  try {
    return await whenDatabaseIsThere(waiting, () => startOnce(start, front))
  } catch (error) {
    await front?.close()
    throw error
  }
}

async function startOnce(start: StartOptions, front: Front | undefined): Promise<Installation> {
  const { config, log } = start
  const { databaseUrl, databaseDirectUrl, dataDir, databasePoolMax: poolMax } = config
  const metrics = createMetrics()
  const clock = systemClock
  const watch = metrics.database
  const tracing = await loadTracing(config, log)
  const { tracer } = tracing ?? {}
  const options = { databaseUrl, databaseDirectUrl, dataDir, poolMax, log, clock, watch, tracer }
  let database: Database | undefined
  try {
    database = await openDatabase(options).catch((error: unknown) => explainOpening(error))
    const migrated = await migrate(database, { log, clock })
    if (migrated.length > 0) log.info({ migrated }, 'the database was migrated')
    const secrets = { ...config, db: database.db, clock: systemClock, random: systemRandom, sealed: SEALED_COLUMNS }
    const { keys, hasBegunChange } = await openKeys(secrets)
    if (hasBegunChange)
      log.info(
        {},
        'the secret is being changed: run `npm run operator -- rotate-key` once every process was started with both',
      )
    const newId = createIds(systemClock, systemRandom)
    const { superAdminEmails } = config
    await raiseSuperAdmins({ db: database.db, clock: systemClock, newId, superAdminEmails })
    await settleDemo(database, start, newId)
    const vault = createVault(keys, systemRandom)
    const suppression = await openSuppression({ db: database.db, vault, random: systemRandom })
    return await startWith(database, { ...start, front, metrics, tracing, keys, vault, suppression })
  } catch (error) {
    await database?.close()
    await tracing?.stop()
    throw error
  }
}

/** Nothing of it is loaded where traces are not collected. */
async function loadTracing({ tracing }: Config, log: Log): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined
  const { openTracing } = await import('./platform/tracing/open-tracing.ts')
  return openTracing(tracing, { version: readVersion(), clock: systemClock, random: systemRandom, log })
}

/** Nobody is let in while a demo's well-known password works, whether a demo starts or not. */
async function settleDemo({ db }: Database, { config, demo, log }: StartOptions, newId: NewId): Promise<void> {
  const passwords = createPasswords({ cost: PASSWORD_COST, random: systemRandom })
  const parts = { db, clock: systemClock, newId, passwords, random: systemRandom, onAccessVoided }
  await demo?.prepare({ ...parts, config })
  if (await retirePublishedPassword(parts))
    log.warn(
      { account: DEMO_EMAIL },
      'the demo’s published password opens nothing any more; start with --demo for one of its own',
    )
}

async function startWith(database: Database, start: StartOptions & Opened): Promise<Installation> {
  const { config, role, log, onLost, keys } = start
  const stopping = new AbortController()
  const { dependencies, release } = buildParts(database, start, stopping.signal)
  let telling: RunningOutbox | undefined
  const watching = watchSecret({
    ask: database.ask,
    keys,
    clock: systemClock,
    log,
    signal: stopping.signal,
    onChanged: onLost,
  })
  try {
    await dependencies.jobs.start()
    const subscribers = [webhookSubscriber(dependencies), mailSubscriber(dependencies), slackSubscriber(dependencies)]
    if (role !== 'api') telling = runOutbox({ ...dependencies, subscribers })
    const server = await start.front?.serve(role === 'worker' ? buildWorkerApp(dependencies) : buildApp(dependencies))
    return {
      address:
        server && (role === 'worker' ? localAddressOf(config.host, server.port) : addressOf(config, server.port)),
      localAddress: server && localAddressOf(config.host, server.port),
      async stop() {
        stopping.abort()
        await server?.stop()
        await telling?.stop()
        await release()
        await watching
        await database.close()
        await start.tracing?.stop()
      },
    }
  } catch (error) {
    stopping.abort()
    await telling?.stop()
    await release()
    await watching
    throw error
  }
}

/** Where an API is reached, or a worker which has a port. */
function openFront(role: RunRole, { host, port, workerPort }: Config): Front | undefined {
  const listening = role === 'worker' ? { host, port: workerPort, variable: 'WORKER_PORT' } : { host, port }
  if (listening.port === undefined) return undefined
  const newId = createIds(systemClock, systemRandom)
  return createFront({ ...listening, port: listening.port }, { version: readVersion(), newId })
}

/** Whether the database answers and, of a worker, whether it takes jobs. */
async function checkWorker(database: Database, jobs: Jobs): Promise<Readiness> {
  const found = await database.checkReady()
  const reason = found.ready ? jobs.findProblem() : undefined
  return reason === undefined ? found : { ready: false, reason }
}

interface Parts {
  dependencies: AppDependencies
  /** Releases everything that was acquired, jobs first. */
  release: () => Promise<void>
}

/** The one place that creates all parts and passes them to their users. */
function buildParts(database: Database, start: StartOptions & Opened, stopping: AbortSignal): Parts {
  const { config, role, log, checkpoint = nothing, metrics, keys, vault, suppression } = start
  const { db } = database
  const random = systemRandom
  const clock = start.demo?.clock ?? systemClock
  const newId = createIds(clock, random)
  const figures = watchedFigures({ db, clock })
  metrics.watch({ pool: database.pool, figures, areCostly: database.kind === 'embedded', clock: systemClock, log })
  const version = readVersion()
  const onOutcome = (...outcome: Parameters<typeof metrics.countJob>) => metrics.countJob(...outcome)
  const tracer = start.tracing?.tracer
  const jobs = createJobs({ database, log, clock, newId, onOutcome, tracer })
  const outbound = openOutbound(start, { version, clock })
  const ledger = createLedger({ config, clock, newId, jobs, metrics })
  const embedder = start.standIns?.embedder ?? createLocalEmbedder()
  const languageModel = createLanguageModel(config.ai, {
    fetch: outbound.operator,
    log,
    onTokens: (tokens) => metrics.countTokens(tokens),
  })
  const archive = start.standIns?.archive ?? openArchive(role, { db, clock, log, model: embedder.model })
  const given = { db, jobs, clock, newId, random, log, ledger, vault, checkpoint, archive, suppression }
  const reader = createReader(config, { languageModel, clock, newId, log, metrics })
  const made = createMatching({ ...given, config, outbound, embedder, reader })
  const { judge = made.judge, wrapChannel = (channel: Channel) => channel } = start.standIns ?? {}
  const channels = made.channels.map((channel) => wrapChannel(countedChannel(channel, metrics)))
  const matching = { ...made, judge, channels }
  const mailer = createMailer({
    ...config.mail,
    dataDir: config.dataDir,
    clock,
    log,
    assertNoTransaction: () => assertNoTransaction('A mail was sent'),
  })
  const signedTokens = createSignedTokens(keys, clock)
  const shared = { config, db, jobs, clock, random, newId, log, outbound, mailer, keys, signedTokens }
  const atWork = { ...shared, ledger, matching, languageModel }
  if (role !== 'api') registerJobs(atWork)
  const runtime = { clock, random, newId, log, metrics, tracer, version, keys, stopping }
  return {
    dependencies: {
      ...runtime,
      config,
      db,
      notices: database.notices,
      jobs,
      ledger,
      matching,
      languageModel,
      outbound,
      mailer,
      signedTokens,
      passwordCost: PASSWORD_COST,
      rateLimits: createRateLimits({ db, clock, keys }),
      socketAddress: (c) => getConnInfo(c).remote.address ?? '',
      checkReady: () => (role === 'worker' ? checkWorker(database, jobs) : database.checkReady()),
      webDirectory: fileURLToPath(WEB),
      guideDirectory: fileURLToPath(GUIDE),
    },
    async release() {
      await jobs.stop(JOBS_STOP_MS)
      await archive.close()
      await mailer.close()
      await embedder.close()
      await outbound.close()
    },
  }
}

function openOutbound(
  { config, log, demo }: StartOptions,
  { version, clock }: { version: string; clock: Clock },
): Outbound {
  const direct = createOutbound({
    userAgent: `Leadlight/${version} (+${config.publicUrl})`,
    allow: config.outboundAllow,
    clock,
    log,
    assertNoTransaction: () => assertNoTransaction('A request was sent out'),
  })
  return demo ? { ...direct, guarded: demo.led(direct) } : direct
}

/** Where no jobs run nobody searches, and the memory is spared. */
function openArchive(role: RunRole, parts: ArchiveDependencies): Archive {
  return role === 'api' ? emptyArchive : createArchive(parts)
}

function readVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version
}

/** The public address, or with `PORT=0` the one the system chose. */
function addressOf(config: Config, port: number): string {
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl
}

function localAddressOf(host: string, port: number): string {
  const reached = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

function nothing(): Promise<void> {
  return Promise.resolve()
}

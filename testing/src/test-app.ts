import type { Role } from '@leadlight/domain/roles'
import { expect } from 'vitest'
import { registerAccountJobs } from '@leadlight/server/core/accounts/register-jobs'
import { buildApp, type AppDependencies } from '@leadlight/server/app'
import { createBilling } from '@leadlight/server/core/billing/billing-dependencies'
import { openSuppression } from '@leadlight/server/core/suppression/open-suppression'
import { createLedger } from '@leadlight/server/core/billing/create-ledger'
import { registerBillingJobs } from '@leadlight/server/core/billing/register-jobs'
import { listReadProjects } from '@leadlight/server/core/events/list-read-projects'
import { createLanguageModel } from '@leadlight/server/ai/create-language-model'
import { registerDraftJobs } from '@leadlight/server/people/drafts/release-job'
import { emptyArchive } from '@leadlight/server/finding/archive/archive'
import { createMatching } from '@leadlight/server/finding/matching/create-matching'
import { createReader } from '@leadlight/server/finding/opinions/create-reader'
import { registerOrganizationJobs } from '@leadlight/server/core/organization/register-jobs'
import { systemClock } from '@leadlight/server/platform/clock'
import { readConfig, type Config } from '@leadlight/server/platform/config'
import { createKeys, createVault } from '@leadlight/server/platform/crypto'
import { openDatabase, type Database, type DatabaseOptions } from '@leadlight/server/platform/database'
import type { Db } from '@leadlight/server/platform/db'
import type { App } from '@leadlight/server/platform/http'
import { registerIdempotencyPruning } from '@leadlight/server/platform/idempotency'
import { createIds } from '@leadlight/server/platform/ids'
import { createJobs } from '@leadlight/server/platform/jobs'
import { createMetrics } from '@leadlight/server/platform/metrics'
import { createOutbound } from '@leadlight/server/platform/outbound'
import { createRateLimits, registerRateLimitPruning } from '@leadlight/server/platform/rate-limits'
import { createSignedTokens } from '@leadlight/server/platform/signed-tokens'
import { registerTransferJobs } from '@leadlight/server/lifecycle/transfers/register-jobs'
import { watchedFigures } from '@leadlight/server/watched-figures'
import { createCapturedMailer, type CapturedMailer } from './captured-mailer.ts'
import { createCapturedLog, type CapturedLog } from './captured-log.ts'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import { sharedEmbedder } from './shared-embedder.ts'
import { createTestClient, SOCKET_HEADER, type TestClient } from './test-client.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createTestDatabase, removeTestDatabase } from './test-database.ts'
import { mintOrganization, mintUser, type TestOrganization, type TestUser } from './test-organization.ts'

/** The cheapest Argon2id: passwords are tested elsewhere. */
const CHEAP_PASSWORDS = { memoryKib: 8, passes: 1, lanes: 1 }

/** By test file, of which one process runs many: one file's random values must not depend on which ran before. */
const appsStarted = new Map<string, number>()

export interface TestApp extends TestClient {
  app: App
  db: Db
  database: Database
  config: Config
  clock: ManualClock
  log: CapturedLog
  /** Every mail sent, in order; jobs send them, so wait for one. */
  mails: CapturedMailer['sent']
  /** What the app was built with, to build another on the same database. */
  dependencies: AppDependencies
  user(email?: string): Promise<TestUser>
  organization(options?: { role?: Role; isVerified?: boolean }): Promise<TestOrganization>
  close(): Promise<void>
}

export interface TestAppOverrides extends Partial<Omit<AppDependencies, 'config' | 'clock' | 'log'>> {
  /** Environment variables on top of the defaults. */
  environment?: Record<string, string>
  /** A database of the caller's own, which can be opened again after this app is closed. */
  on?: DatabaseOptions
  /** Called before the jobs start, to register handlers. */
  prepare?: (dependencies: AppDependencies) => void
}

/** The real app on the test database, with the test's own clock, randomness and log. */
export async function startTestApp({
  environment = {},
  prepare,
  on,
  ...overrides
}: TestAppOverrides = {}): Promise<TestApp> {
  const where = on ?? (await createTestDatabase())
  const metrics = createMetrics()
  const database = await openDatabase({ ...where, watch: metrics.database })
  const clock = createManualClock('2026-11-02T09:00:00Z')
  const log = createCapturedLog()
  const random = overrides.random ?? createSeededRandom(nextSeed())
  // Its clock stands still, so a minute's window would never end.
  const uncounted = {
    SESSION_CALLS_PER_MINUTE: '0',
    ORGANIZATION_CALLS_PER_MINUTE: '0',
    PUBLIC_CALLS_PER_MINUTE: '0',
  }
  // It jumps for days, too, between the requests of one session.
  const unhurried = { SESSION_IDLE_HOURS: '2160' }
  const config = readConfig({ JETSTREAM_URL: 'off', ...uncounted, ...unhurried, ...environment })
  const outbound =
    overrides.outbound ?? createOutbound({ userAgent: 'Leadlight test', allow: config.outboundAllow, clock })
  const newId = createIds(clock, random)
  metrics.watch({
    pool: database.pool,
    figures: watchedFigures({ db: database.db, clock }),
    areCostly: false,
    clock,
    log,
  })
  const jobs = createJobs({
    database,
    log,
    clock: systemClock,
    newId,
    onOutcome: (name, outcome) => metrics.countJob(name, outcome),
  })
  const stopping = new AbortController()
  const ledger = createLedger({ config, clock, newId, jobs, metrics })
  const languageModel = createLanguageModel(config.ai, {
    fetch: outbound.operator,
    log,
    onTokens: (tokens) => metrics.countTokens(tokens),
  })
  const reader = createReader(config, { languageModel, clock, newId, log, metrics })
  const keys = createKeys('a secret that only the tests know of')
  const vault = createVault(keys, random)
  const checkpoint = () => Promise.resolve()
  const matching = createMatching({
    config,
    db: database.db,
    jobs,
    clock,
    newId,
    random,
    log,
    ledger,
    outbound,
    embedder: sharedEmbedder,
    reader,
    vault,
    suppression: await openSuppression({ db: database.db, vault, random }),
    checkpoint,
    archive: emptyArchive,
  })
  const mailer = createCapturedMailer()
  const dependencies: AppDependencies = {
    config,
    version: '0.0.0-test',
    db: database.db,
    notices: database.notices,
    clock,
    random,
    newId,
    log,
    metrics,
    keys,
    mailer,
    signedTokens: createSignedTokens(keys, clock),
    passwordCost: CHEAP_PASSWORDS,
    rateLimits: createRateLimits({ db: database.db, clock, keys }),
    socketAddress: (c) => c.req.header(SOCKET_HEADER) ?? '127.0.0.1',
    checkReady: () => database.checkReady(),
    outbound,
    jobs,
    ledger,
    matching,
    languageModel,
    stopping: stopping.signal,
    webDirectory: '/nowhere',
    guideDirectory: '/nowhere',
    ...overrides,
  }
  const app = buildApp(dependencies)
  registerAccountJobs(dependencies)
  registerRateLimitPruning(dependencies)
  registerIdempotencyPruning(dependencies)
  registerDraftJobs(dependencies)
  registerOrganizationJobs(dependencies)
  registerTransferJobs(dependencies)
  registerBillingJobs({ ...dependencies, ...createBilling(dependencies), listReadProjects })
  prepare?.(dependencies)
  await dependencies.jobs.start()
  let number = 0
  const minting = { app, db: database.db, clock, nextNumber: () => ++number }
  return {
    ...createTestClient(app),
    app,
    db: database.db,
    database,
    config: dependencies.config,
    clock,
    log,
    mails: mailer.sent,
    dependencies,
    user: (email) => mintUser(minting, email),
    organization: (options) => mintOrganization(minting, options),
    async close() {
      stopping.abort()
      await jobs.stop(0)
      await outbound.close()
      await database.close()
      if (!on) await removeTestDatabase(where)
    },
  }
}

function nextSeed(): string {
  const { testPath = '' } = expect.getState()
  const number = appsStarted.get(testPath) ?? 0
  appsStarted.set(testPath, number + 1)
  return `${testPath}:${number}`
}

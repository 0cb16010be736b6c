import type { Role } from '@leadlight/domain/roles'
import { expect } from 'vitest'
import { buildApp, type AppDependencies } from '../app.ts'
import { readConfig, type Config } from '../platform/config.ts'
import { createKeys } from '../platform/crypto.ts'
import type { Db } from '../platform/db.ts'
import type { App } from '../platform/http.ts'
import { createIds } from '../platform/ids.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createCapturedLog, type CapturedLog } from './captured-log.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { startTestDatabase } from './test-database.ts'
import { mintOrganization, mintUser, type TestOrganization, type TestUser } from './test-organization.ts'

/** Argon2id at its least: what is tested elsewhere need not cost every test its time. */
const CHEAP_PASSWORDS = { memoryKib: 8, passes: 1, lanes: 1 }

let appsStarted = 0

export interface TestApp extends TestClient {
  app: App
  db: Db
  config: Config
  clock: TestClock
  log: CapturedLog
  /** What the app was built with, to build another on the same database. */
  dependencies: AppDependencies
  user(email?: string): Promise<TestUser>
  organization(options?: { role?: Role }): Promise<TestOrganization>
  close(): Promise<void>
}

export interface TestAppOverrides extends Partial<Omit<AppDependencies, 'config' | 'clock' | 'log'>> {
  /** Environment variables on top of the defaults. */
  environment?: Record<string, string>
}

/** The real app on the test database, with a clock, randomness and a log that the test holds in its hand. */
export async function startTestApp({ environment = {}, ...overrides }: TestAppOverrides = {}): Promise<TestApp> {
  const database = await startTestDatabase()
  const clock = createTestClock()
  const log = createCapturedLog()
  const random = createSeededRandom(`${expect.getState().testPath ?? ''}:${appsStarted++}`)
  const dependencies: AppDependencies = {
    config: readConfig(environment),
    version: '0.0.0-test',
    db: database.db,
    clock,
    random,
    newId: createIds(clock, random),
    log,
    metrics: createMetrics(),
    keys: createKeys('a secret that only the tests know of'),
    passwordCost: CHEAP_PASSWORDS,
    socketAddress: () => '127.0.0.1',
    checkReady: () => database.checkReady(),
    webDirectory: '/nowhere',
    ...overrides,
  }
  const app = buildApp(dependencies)
  let number = 0
  const minting = { app, db: database.db, clock, nextNumber: () => ++number }
  return {
    ...createTestClient(app),
    app,
    db: database.db,
    config: dependencies.config,
    clock,
    log,
    dependencies,
    user: (email) => mintUser(minting, email),
    organization: (options) => mintOrganization(minting, options),
    close: () => database.close(),
  }
}

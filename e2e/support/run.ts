import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '@leadlight/server/testing/node-flags'
import { startPostgresCluster } from '@leadlight/server/testing/postgres-cluster'
import {
  asSuperuser,
  copyTemplate,
  TEMPLATE,
  TEST_ROLE,
  testDatabaseUrl,
} from '@leadlight/server/testing/test-database-setup'
import type { Seeded } from './workspace.ts'

const SEED = resolve(import.meta.dirname, 'seed-template.ts')
/** The one way by which Playwright lets a run's setup tell its workers something. */
const TOLD = 'E2E_RUN'

/** What all workers of a run share: one PostgreSQL, with a database that is migrated and seeded to be copied. */
interface Run {
  socketDir: string
  seeded: Seeded
}

/** What an installation is started on. */
export interface CopiedDatabase {
  databaseUrl: string
  seeded: Seeded
}

/** Starts it before the first test; what it answers takes it down again. */
export default async function startRun(): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  const { socketDir } = cluster
  try {
    // Past row-level security while the template is seeded, and bound by it from then on.
    const role = `create role ${TEST_ROLE} login bypassrls`
    await asSuperuser(socketDir, role, `create database ${TEMPLATE} owner ${TEST_ROLE}`)
    const args = [...NODE_FLAGS, SEED, testDatabaseUrl(socketDir, TEMPLATE)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    await asSuperuser(socketDir, `alter role ${TEST_ROLE} nobypassrls`)
    const run: Run = { socketDir, seeded: JSON.parse(stdout) as Seeded }
    process.env[TOLD] = JSON.stringify(run)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return () => cluster.stop()
}

/** A copy of the run's seeded database, for one installation. */
export async function copyDatabase(): Promise<CopiedDatabase> {
  const { socketDir, seeded } = JSON.parse(process.env[TOLD] ?? '') as Run
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(socketDir, name)
  return { databaseUrl: testDatabaseUrl(socketDir, name), seeded }
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { asSuperuser, copyTemplate, TEMPLATE, TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'
import type { Seeded } from './workspace.ts'

const SEED = resolve(import.meta.dirname, 'seed-template.ts')
/** Playwright's only way for a run's setup to pass something to its workers. */
const RUN_VARIABLE = 'E2E_RUN'

/** Shared by all workers of a run: one PostgreSQL, with a migrated and seeded template database. */
interface Run {
  socketDir: string
  seeded: Seeded
}

/** The database of an installation. */
export interface CopiedDatabase {
  databaseUrl: string
  seeded: Seeded
}

/** Starts PostgreSQL before the first test; the returned function stops it. */
export default async function startRun(): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  const { socketDir } = cluster
  try {
    // Seeding the template bypasses row-level security; afterwards it applies.
    const role = `create role ${TEST_ROLE} login bypassrls`
    await asSuperuser(socketDir, role, `create database ${TEMPLATE} owner ${TEST_ROLE}`)
    const args = [...NODE_FLAGS, SEED, testDatabaseUrl(socketDir, TEMPLATE)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    await asSuperuser(socketDir, `alter role ${TEST_ROLE} nobypassrls`)
    const run: Run = { socketDir, seeded: JSON.parse(stdout) as Seeded }
    process.env[RUN_VARIABLE] = JSON.stringify(run)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return () => cluster.stop()
}

/** Copies the run's seeded database for one installation. */
export async function copyDatabase(): Promise<CopiedDatabase> {
  const { socketDir, seeded } = JSON.parse(process.env[RUN_VARIABLE] ?? '') as Run
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(socketDir, name)
  return { databaseUrl: testDatabaseUrl(socketDir, name), seeded }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { startPgBouncer } from './pgbouncer.ts'
import { startPostgresCluster } from './postgres-cluster.ts'

/**
 * A test file's database: the embedded one in the projects named so, PostgreSQL in all others. Where there is an
 * `entryDir`, the app connects there, through a pooler.
 */
export type TestDatabaseOrigin =
  | { kind: 'embedded'; templateDir: string; runDir: string }
  | { kind: 'postgres'; socketDir: string; entryDir?: string | undefined }

declare module 'vitest' {
  interface ProvidedContext {
    databaseOrigin: TestDatabaseOrigin
  }
}

/** Owns its databases and is no superuser, so that row-level security binds the tests as it binds an installation. */
export const TEST_ROLE = 'leadlight_owner'
export const TEMPLATE = 'leadlight_template'
const POOLED = 'soak-pooled'
/** Each file has a database of its own, and all share PostgreSQL's connections. */
const POOL_SIZE = 4

/** Migrates one database per run, of which each test file then gets a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.name.endsWith('embedded') ? setUpEmbedded(project) : setUpPostgres(project)
}

async function setUpEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const runDir = mkdtempSync(join(tmpdir(), 'leadlight-test-'))
  const templateDir = join(runDir, 'template')
  await migrateTemplate({ dataDir: templateDir })
  project.provide('databaseOrigin', { kind: 'embedded', templateDir, runDir })
  return () => Promise.resolve(rmSync(runDir, { recursive: true, force: true }))
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  const { socketDir } = cluster
  await asSuperuser(socketDir, `create role ${TEST_ROLE} login`, `create database ${TEMPLATE} owner ${TEST_ROLE}`)
  await migrateTemplate({ databaseUrl: testDatabaseUrl(socketDir, TEMPLATE), dataDir: '' })
  const pooler =
    project.name === POOLED ? await startPgBouncer(cluster, { role: TEST_ROLE, poolSize: POOL_SIZE }) : undefined
  project.provide('databaseOrigin', { kind: 'postgres', socketDir, entryDir: pooler?.socketDir })
  return async () => {
    await pooler?.stop()
    await cluster.stop()
  }
}

export function testDatabaseUrl(socketDir: string, name: string): string {
  return `postgresql://${TEST_ROLE}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
}

/** Creates a database as a copy of the template. */
export async function copyTemplate(socketDir: string, name: string): Promise<void> {
  // Copied as files it takes half as long as page by page through the log, which nobody reads here.
  await asSuperuser(socketDir, `create database ${name} template ${TEMPLATE} owner ${TEST_ROLE} strategy file_copy`)
}

export async function asSuperuser(socketDir: string, ...statements: string[]): Promise<void> {
  const client = new Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function migrateTemplate(where: { databaseUrl?: string; dataDir: string }): Promise<void> {
  const database = await openDatabase({ ...where, poolMax: 1, log: silentLog, clock: systemClock })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}

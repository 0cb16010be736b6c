import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, inject } from 'vitest'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database, type DatabaseOptions } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { asSuperuser, copyTemplate, testDatabaseUrl } from './test-database-setup.ts'

const POOL_MAX = 5
/** PostgreSQL's code for an object that others use. */
const IN_USE = '55006'

/** Missing in our types, though every Node has it. */
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object }

let keptEngine: object | undefined

/** How each database that there is can be removed, by its name or folder. */
const removals = new Map<string, () => Promise<void> | void>()

/**
 * A migrated database for the test file that calls this at its top level, closed when the file ends. Its kind follows
 * the vitest project. Tests create their own organization and never clean up.
 */
export async function openTestDatabase(): Promise<Database> {
  const options = await createTestDatabase()
  const database = await openDatabase(options)
  afterAll(async () => {
    await database.close()
    await removeTestDatabase(options)
  })
  return database
}

/** Removes a database that nobody uses any more. */
export async function removeTestDatabase({ dataDir, databaseUrl }: DatabaseOptions): Promise<void> {
  const name = databaseUrl ? new URL(databaseUrl).pathname.slice(1) : dataDir
  await removals.get(name)?.()
  removals.delete(name)
}

/**
 * Removes what the file's tests left. Each database takes 16 MB of memory, and PostgreSQL's autovacuum goes through all
 * there are: of hundreds that would be a sixth of a run's work.
 */
export async function removeTestDatabases(): Promise<void> {
  for (const remove of removals.values()) await remove()
  removals.clear()
}

/** Leaves it where somebody is still connected, who would be told of a cut connection after the test: the run's end takes it. */
async function dropUnused(socketDir: string, name: string): Promise<void> {
  try {
    await asSuperuser(socketDir, `drop database if exists ${name}`)
  } catch (error) {
    if ((error as { code?: string }).code !== IN_USE) throw error
  }
}

/** The options to open a fresh migrated database with, for tests that open, kill or close it themselves. */
export async function createTestDatabase(): Promise<DatabaseOptions> {
  const origin = inject('databaseOrigin')
  const base = { poolMax: POOL_MAX, log: silentLog, clock: systemClock }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  if (origin.kind === 'embedded') {
    keepEngineCompiled()
    const dataDir = join(origin.runDir, name)
    mkdirSync(dataDir)
    cpSync(join(origin.templateDir, 'db'), join(dataDir, 'db'), { recursive: true })
    removals.set(dataDir, () => rmSync(dataDir, { recursive: true, force: true }))
    return { ...base, dataDir }
  }
  await copyTemplate(origin.socketDir, name)
  removals.set(name, () => dropUnused(origin.socketDir, name))
  return { ...base, dataDir: '', databaseUrl: testDatabaseUrl(origin.entryDir ?? origin.socketDir, name) }
}

/**
 * V8 shares machine code among a process's modules of equal bytes and frees it with the last of them. This module
 * stays, so the next file's engine need not be compiled and optimised again.
 */
function keepEngineCompiled(): void {
  const folder = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
  keptEngine ??= new WebAssembly.Module(readFileSync(join(folder, 'pglite.wasm')))
}
